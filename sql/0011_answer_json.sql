-- A first answer is kept as text; see 0008.
--
-- Locks: rewrites answers, and until it is done no turn is written.

ALTER TABLE answers ALTER COLUMN answer TYPE json USING answer::text::json;
