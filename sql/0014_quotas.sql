-- Quotas: what a player's unfinished sessions and open claims are counted by, and the order in which a player joined sessions, so
-- that the list of a player's sessions looks at the newest of them only; and the bytes that players leave behind.
--
-- Locks: claims and sessions while an index of each is built: nobody's turn is written meanwhile. session_players is filled in
-- before its index is built; whoever joins waits. An instance of the version before goes on; what it adds is listed last.

-- Found when a player creates a session; a turn changes neither column, and so no index, until the session is over.
CREATE INDEX sessions_creator ON sessions (creator) WHERE phase IN ('draft', 'waiting', 'active');

-- Found when a player claims a seat.
CREATE INDEX claims_player ON claims (player_id) WHERE state = 'open';

ALTER TABLE session_players ADD COLUMN joined_at timestamptz;
UPDATE session_players p SET joined_at = s.created_at FROM sessions s WHERE s.session_id = p.session_id;
CREATE INDEX session_players_joined ON session_players (player_id, joined_at DESC NULLS LAST, session_id);

-- The bytes that a player has left behind on a day of UTC, as far as they were charged: those of large drafts and new
-- sessions, and those of turns, 64 KiB at a time. Goes when the day is over, or with the player.
CREATE TABLE player_bytes (
    player_id uuid NOT NULL,
    day       date NOT NULL,
    bytes     bigint NOT NULL,
    PRIMARY KEY (player_id, day)
);

-- Found when the day is over. NB: not in the primary key's place, since a player's rows are looked for more often.
CREATE INDEX player_bytes_day ON player_bytes (day);
