-- Which credentials were revoked or given to another player a moment ago, so that instances may believe what they know of all
-- others without asking each time.
--
-- Locks: credentials for a moment.

CREATE TABLE credential_changes (
    credential_id uuid NOT NULL,
    at            timestamptz NOT NULL
);

CREATE INDEX credential_changes_at ON credential_changes (at);

-- Whoever changes a credential tells of it. What no instance looks for any more goes at the same time: changes are rare.
CREATE FUNCTION note_credential_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM credential_changes WHERE at < now() - interval '1 hour';
    INSERT INTO credential_changes (credential_id, at) VALUES (OLD.credential_id, clock_timestamp());
    RETURN NULL;
END
$$;

CREATE TRIGGER credential_changed AFTER UPDATE OR DELETE ON credentials
    FOR EACH ROW EXECUTE FUNCTION note_credential_change();
