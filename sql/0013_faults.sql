-- Faults: sessions that the service can't go on with by itself, for an operator to look at.
--
-- Locks: only creates, so it waits for nobody.

-- One row a session; it goes when nothing is wrong any more, or with the session.
CREATE TABLE session_faults (
    session_id uuid PRIMARY KEY,
    -- unreadable, unknown_game, differs or stuck
    kind       text NOT NULL,
    detail     text NOT NULL,
    found_at   timestamptz NOT NULL,
    -- Until then sweeps leave the session alone.
    retry_at   timestamptz NOT NULL
);

CREATE INDEX session_faults_found ON session_faults (found_at);
