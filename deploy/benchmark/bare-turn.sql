-- The bare turn, for pgbench: one statement, which updates the session's row on the condition that it is at a revision,
-- and inserts the event's row. No credential, no rules, no message, no stored answer.
--
-- The condition is one that always holds: a script of pgbench can't know what revision a session has.
\set number random(1, :sessions)
WITH decided AS (
    UPDATE bare_sessions
    SET revision = revision + 1, state_revision = revision + 1, updated_at = now(), to_act = '{1}',
        position = '{"rows": [".......", ".......", ".......", "...O...", "..XX...", "XXOO..."],'
            ' "last": {"row": 5, "column": 0}}'
    WHERE session_id = md5(:number::text)::uuid AND revision >= 0
    RETURNING session_id, revision
)
INSERT INTO bare_events (session_id, revision, kind, seat, player_id, details, move, at)
SELECT session_id, revision, 'moved', 0, '5b0c2e3a-5a43-8f0e-9a10-0123456789ab',
    '{"texts": {"caption": {"key": "four-in-a-row.moved", "arguments": {"mover": {"seat": 0}, "column": 1}},
        "summary": {"key": "four-in-a-row.moved", "arguments": {"mover": {"seat": 0}, "column": 1}}}}', '"1"', now()
FROM decided;
