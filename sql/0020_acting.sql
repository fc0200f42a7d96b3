-- The players who are to act in a session: a player's sessions in which it is their turn are found without reading who
-- has which seat of each.
--
-- Locks: sessions for a moment, to add a column without rewriting it, and then each session in which somebody is to act
-- while its row is written: whoever acts there waits until all are. An instance of the version before goes on; who is to
-- act after its turns is in the list again once an instance of this version has written one.

ALTER TABLE sessions ADD COLUMN acting uuid[] NOT NULL DEFAULT '{}';

UPDATE sessions s SET acting = ARRAY(
    SELECT (s.seating -> 'seats' -> acting.seat ->> 'player')::uuid FROM unnest(s.to_act) AS acting (seat)
    WHERE s.seating -> 'seats' -> acting.seat ->> 'state' = 'taken')
WHERE s.to_act <> '{}';
