-- What only the service reads is kept as the text that the service wrote (here, and in the next three): taking it apart into
-- jsonb was a quarter of what a turn cost the database, and made it longer.
--
-- Locks: rewrites sessions, and until it is done nobody reads or writes them: requests wait, and get 503 after half a minute.
-- Needs room for the table once more, on disk and in the log. Each table has a migration of its own, so that no two locks are
-- held at once. An instance of the version before plays on; links and erasures are carried out, and the operators' commands of
-- that version work again, once an instance of this one runs.

ALTER TABLE sessions
    ALTER COLUMN seating TYPE json USING seating::text::json,
    ALTER COLUMN position TYPE json USING position::text::json,
    ALTER COLUMN outcome TYPE json USING outcome::text::json;
