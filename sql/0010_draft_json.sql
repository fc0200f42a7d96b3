-- What a draft proposes and says is kept as text; see 0008.
--
-- Locks: rewrites drafts, and until it is done no turn is written.

ALTER TABLE drafts
    ALTER COLUMN proposal TYPE json USING proposal::text::json,
    ALTER COLUMN texts TYPE json USING texts::text::json;
