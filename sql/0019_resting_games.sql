-- Until when a game is left alone whose rules never returned, so that a program that starts again does not ask them at
-- once again.
--
-- Locks: game_rules for a moment.

ALTER TABLE game_rules ADD COLUMN rests_until timestamptz;
