-- Who is who: what a device's aliases rest on, codes that link devices, and players who become others or nobody.
--
-- Locks: devices for a moment, to add columns without rewriting it; two indexes are built while writers of devices and of
-- credentials wait.

-- The session's revision when the device first told of exactly these participants.
ALTER TABLE devices ADD COLUMN since int;
-- The session's revision when it last told of them, as far as that makes a difference.
ALTER TABLE devices ADD COLUMN told_at int NOT NULL DEFAULT 0;
-- Participants it told of before, who are not in its conversation now.
ALTER TABLE devices ADD COLUMN former_ids uuid[] NOT NULL DEFAULT '{}';

-- Found when a person is erased or linked: everything else of theirs is found by its session.
CREATE INDEX devices_player ON devices (player_id, session_id);
CREATE INDEX credentials_player ON credentials (player_id);

-- Codes that one device shows and another one enters. Of each only a keyed hash is kept.
CREATE TABLE link_codes (
    player_id   uuid PRIMARY KEY,
    code_digest uuid NOT NULL UNIQUE,
    expires_at  timestamptz NOT NULL,
    -- The player who used it; nobody else can.
    used_by     uuid
);

-- Wrong codes that a player has entered since a time.
CREATE TABLE link_failures (
    player_id uuid PRIMARY KEY,
    failures  int NOT NULL,
    since     timestamptz NOT NULL
);

-- Players who are no more: another credential's by now, or erased. A row stays until every session knows.
CREATE TABLE successions (
    player_id    uuid PRIMARY KEY,
    -- Who they are now; null for nobody.
    successor_id uuid,
    at           timestamptz NOT NULL,
    -- Of somebody who was erased: what their stand-in in each session is derived from, until that is done everywhere.
    salt         uuid
);
