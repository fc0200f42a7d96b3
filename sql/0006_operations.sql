-- Operations: who did or looked up what by an operator's command, and what old sessions are found by.
--
-- Locks: the index is built while writers of sessions wait; the rest only creates.

-- One row a command, written before it acts; never changed.
CREATE TABLE audit_log (
    entry_id   uuid PRIMARY KEY,
    at         timestamptz NOT NULL,
    operator   text NOT NULL,
    command    text NOT NULL,
    -- The session or player that it was about; null for many or none.
    subject_id uuid,
    reason     text NOT NULL
);

CREATE INDEX audit_log_at ON audit_log (at, entry_id);
CREATE INDEX audit_log_subject ON audit_log (subject_id, at) WHERE subject_id IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Sessions that are over. By ID, not by time: a turn changes neither column, and so none of the session's indexes.
CREATE INDEX sessions_over ON sessions (session_id) WHERE phase IN ('finished', 'abandoned');
