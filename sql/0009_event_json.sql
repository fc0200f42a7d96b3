-- What an event says is kept as text; see 0008.
--
-- Locks: rewrites events, about a minute for each five million, and until it is done no turn is written.

ALTER TABLE events ALTER COLUMN details TYPE json USING details::text::json;
