-- Sessions whose rules never returned: a program that starts again does not ask them at once again.
--
-- Locks: only creates, so it waits for nobody.

-- One row a session, for ten minutes. The session itself may not be stored: perhaps its rules never set it up.
CREATE TABLE resting_sessions (
    session_id  uuid PRIMARY KEY,
    game        text NOT NULL,
    creator     uuid NOT NULL,
    -- Whose doing it was.
    player_id   uuid NOT NULL,
    rests_until timestamptz NOT NULL
);
