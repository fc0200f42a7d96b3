-- Room for the next state of a session beside its present one, so that a turn touches none of the table's indexes.
--
-- Locks: sessions and devices for a moment, and nobody who reads or plays waits; pages that exist are left as they are.

ALTER TABLE sessions SET (fillfactor = 80);
ALTER TABLE devices SET (fillfactor = 90);
