-- Sessions whose messages are live: drawn in the transcript by the app itself, where there is one.
--
-- Locks: sessions for a moment, to add a column without rewriting it.

ALTER TABLE sessions ADD COLUMN is_live boolean NOT NULL DEFAULT false;
