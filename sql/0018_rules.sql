-- The versions of games' rules by which sessions are played here. An instance notes its own before it serves, so that a
-- later program that lacks one finds out at its start, without looking through all sessions.
--
-- Locks: reads sessions once, whole; keeps nobody from anything.

CREATE TABLE game_rules (
    game  text NOT NULL,
    rules int NOT NULL,
    PRIMARY KEY (game, rules)
);

INSERT INTO game_rules SELECT DISTINCT game, rules FROM sessions;
