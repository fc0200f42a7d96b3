-- Players, sessions and everything that belongs to one session.
--
-- Locks: only creates, so it waits for nobody.
--
-- Every table of a session has session_id first in its primary key, so that all of them can be distributed by it. There
-- are no sequences, triggers, volatile defaults or foreign keys: IDs and times are parameters, and one statement writes
-- all rows that belong together.

CREATE TABLE players (
    player_id  uuid PRIMARY KEY,
    created_at timestamptz NOT NULL
);

CREATE TABLE credentials (
    credential_id uuid PRIMARY KEY,
    player_id     uuid NOT NULL,
    created_at    timestamptz NOT NULL
);

-- One row a session: its whole present state. Each event replaces it, on the condition that it is at the revision the
-- referee has seen.
CREATE TABLE sessions (
    session_id           uuid PRIMARY KEY,
    revision             int NOT NULL,
    state_revision       int NOT NULL,
    phase                text NOT NULL,
    seating              jsonb NOT NULL,
    position             jsonb NOT NULL,
    outcome              jsonb,
    to_act               int[] NOT NULL,
    -- The players of these seats: a player's sessions in which it is their turn are found without reading who has which.
    acting               uuid[] NOT NULL DEFAULT '{}',
    deadline             timestamptz,
    unsent_revision      int,
    cancellations        int NOT NULL,
    updated_at           timestamptz NOT NULL,
    game                 text NOT NULL,
    rules                int NOT NULL,
    creator              uuid NOT NULL,
    turn_timeout_seconds int,
    seed                 bytea NOT NULL,
    created_at           timestamptz NOT NULL
);

-- Found by whoever looks for games in which time ran out; never part of a turn's decision.
CREATE INDEX sessions_deadline ON sessions (deadline) WHERE deadline IS NOT NULL;

-- One row an event; changed only when one of its players is erased or linked to another.
CREATE TABLE events (
    session_id uuid NOT NULL,
    revision   int NOT NULL,
    kind       text NOT NULL,
    seat       int,
    player_id  uuid,
    details    jsonb NOT NULL,
    at         timestamptz NOT NULL,
    PRIMARY KEY (session_id, revision)
);

-- Sessions as they were at every hundredth revision, and whenever their history has grown by 192 KiB, written with
-- the event of that revision: an earlier board is rebuilt from
-- the nearest one before it. What never changes about a session is in its row; people are replaced here as they are there.
CREATE TABLE snapshots (
    session_id     uuid NOT NULL,
    revision       int NOT NULL,
    state_revision int NOT NULL,
    phase          text NOT NULL,
    seating        json NOT NULL,
    position       json NOT NULL,
    outcome        json,
    deadline       timestamptz,
    PRIMARY KEY (session_id, revision)
);

-- Moves whose messages may not have been sent.
CREATE TABLE drafts (
    session_id         uuid NOT NULL,
    draft_id           uuid NOT NULL,
    player_id          uuid NOT NULL,
    proposal           jsonb NOT NULL,
    texts              jsonb NOT NULL,
    expected_revision  int NOT NULL,
    status             text NOT NULL,
    committed_revision int,
    created_at         timestamptz NOT NULL,
    expires_at         timestamptz NOT NULL,
    PRIMARY KEY (session_id, draft_id)
);

CREATE INDEX drafts_live ON drafts (session_id, player_id) WHERE status = 'live';

-- Messages that show a session anew, without an event.
CREATE TABLE fresh_messages (
    session_id uuid NOT NULL,
    message_id uuid NOT NULL,
    player_id  uuid NOT NULL,
    revision   int NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (session_id, message_id)
);

-- What was answered to requests that came with an Idempotency-Key.
CREATE TABLE answers (
    session_id  uuid NOT NULL,
    player_id   uuid NOT NULL,
    key         text NOT NULL,
    fingerprint bytea NOT NULL,
    answer      jsonb NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (session_id, player_id, key)
);

-- What one device calls the participants of one session, as it last told, and what follows from its reports.
CREATE TABLE devices (
    session_id uuid NOT NULL,
    player_id  uuid NOT NULL,
    local_id   uuid NOT NULL,
    remote_ids uuid[] NOT NULL,
    aliases    jsonb NOT NULL,
    seen_at    timestamptz NOT NULL,
    PRIMARY KEY (session_id, player_id, local_id)
);

-- Who plays where: for the list of a player's sessions; the seats themselves are in the session's row.
CREATE TABLE session_players (
    session_id uuid NOT NULL,
    player_id  uuid NOT NULL,
    PRIMARY KEY (session_id, player_id)
);

CREATE INDEX session_players_player ON session_players (player_id, session_id);
