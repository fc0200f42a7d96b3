-- The tables of the bare turn: the same shape as the service's sessions and events, filled with as many sessions.
--
-- Locks: only creates. :sessions is set by whoever runs it.

CREATE TABLE bare_sessions (
    session_id     uuid PRIMARY KEY,
    revision       int NOT NULL,
    state_revision int NOT NULL,
    phase          text NOT NULL,
    seating        json NOT NULL,
    position       json NOT NULL,
    to_act         int[] NOT NULL,
    updated_at     timestamptz NOT NULL
);

CREATE TABLE bare_events (
    session_id uuid NOT NULL,
    revision   int NOT NULL,
    kind       text NOT NULL,
    seat       int,
    player_id  uuid,
    details    json NOT NULL,
    move       json,
    at         timestamptz NOT NULL,
    PRIMARY KEY (session_id, revision)
);

INSERT INTO bare_sessions
SELECT md5(number::text)::uuid, 0, 0, 'active',
    '{"seats": [{"state": "taken", "player": "5b0c2e3a-5a43-8f0e-9a10-0123456789ab", "lastActed": 1, "hasMoved": true},
        {"state": "taken", "player": "7d1f4a5b-6c32-8e1d-8b20-ba9876543210", "takenAt": 2, "lastActed": 2,
        "hasMoved": true}], "participants": 2}',
    '{"rows": [".......", ".......", ".......", "...O...", "..XX...", ".XOO..."], "last": {"row": 3, "column": 3}}',
    '{0}', now()
FROM generate_series(1, :sessions) AS number;

VACUUM ANALYZE bare_sessions;
