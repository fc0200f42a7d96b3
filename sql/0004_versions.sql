-- Versions of what devices know, so that a turn decided on a remembered device can tell whether it still is as remembered.
--
-- Locks: devices for a moment; the column is added without rewriting it.

-- How often the row was written: raised with every change.
ALTER TABLE devices ADD COLUMN version int NOT NULL DEFAULT 1;
