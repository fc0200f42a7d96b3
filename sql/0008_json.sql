-- What only the service reads is kept as the text that the service wrote: taking it apart into jsonb was a quarter of what a
-- turn cost the database, and made it longer.
--
-- Locks: rewrites sessions, events, drafts and answers, one after the other, while nobody reads or writes them: about a minute
-- for each five million events. An instance of the version before works on.

ALTER TABLE sessions
    ALTER COLUMN seating TYPE json USING seating::text::json,
    ALTER COLUMN position TYPE json USING position::text::json,
    ALTER COLUMN outcome TYPE json USING outcome::text::json;

ALTER TABLE events ALTER COLUMN details TYPE json USING details::text::json;

ALTER TABLE drafts
    ALTER COLUMN proposal TYPE json USING proposal::text::json,
    ALTER COLUMN texts TYPE json USING texts::text::json;

ALTER TABLE answers ALTER COLUMN answer TYPE json USING answer::text::json;
