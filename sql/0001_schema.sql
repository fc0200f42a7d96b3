-- The whole schema.
--
-- Locks: only creates, so it waits for nobody.
--
-- Every table of a session has session_id first in its primary key, so that all of them can be distributed by it.
-- Tables of sessions have no sequences, triggers, volatile defaults or foreign keys: IDs and times are parameters, and
-- one statement writes all rows that belong together. What only the service takes apart is json, kept as the text that
-- the service wrote: jsonb costs more to write, and is longer.

-- Statements are short and estimates of what is in JSON are high: PostgreSQL would compile some of them for longer than
-- they run.
DO $$
BEGIN
    EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'Only the owner of the database can turn jit off for it; some statements take longer with it.';
END $$;

-- Sessions

-- One row a session: its whole present state. Each event replaces it, on the condition that it is at the revision that
-- the referee has seen. There is room for the next state beside the present one, so that a turn touches no index. The
-- columns that a turn changes stand together: of a changed row PostgreSQL logs what lies between its first and its last
-- difference.
CREATE TABLE sessions (
    session_id           uuid PRIMARY KEY,
    phase                text NOT NULL,
    seating              json NOT NULL,
    -- Raised by each change that is no event: a draft is cancelled, a seat is claimed, a player is replaced. What was
    -- decided on another generation is not written.
    generation           int NOT NULL,
    revision             int NOT NULL,
    state_revision       int NOT NULL,
    position             json NOT NULL,
    outcome              json,
    to_act               int[] NOT NULL,
    -- The players of these seats: a player's sessions in which it is their turn are found without reading who has
    -- which.
    acting               uuid[] NOT NULL,
    -- The first deadline, by players' clocks: they stand still while the service is away (service_time).
    deadline             timestamptz,
    -- When those who are to act are reminded first, by the same clocks. Null for never, as where nobody would hear of
    -- it.
    remind_at            timestamptz,
    unsent_revision      int,
    updated_at           timestamptz NOT NULL,
    game                 text NOT NULL,
    rules                int NOT NULL,
    creator              uuid NOT NULL,
    -- As the creator chose it: {"turnSeconds", "bankSeconds", "atEnd"}. Null for none.
    clock                json,
    -- Of a rematch: the session before, the number of the game, and who had which seat. Null for none.
    origin               json,
    -- The session that is this one's rematch, once its first message is sent.
    rematch_id           uuid,
    rematch_at           timestamptz,
    -- When a rematch was last asked for whose first message was not sent at once. Null for never.
    rematch_asked_at     timestamptz,
    -- Whether the app draws the session's messages itself in the transcript, where there is an app.
    is_live              boolean NOT NULL,
    seed                 bytea NOT NULL,
    created_at           timestamptz NOT NULL
) WITH (fillfactor = 80);

-- Found by whoever looks for games in which time ran out; never part of a turn's decision.
CREATE INDEX sessions_deadline ON sessions (deadline) WHERE deadline IS NOT NULL;

CREATE INDEX sessions_remind ON sessions (remind_at) WHERE remind_at IS NOT NULL;

-- Sessions that are over. By ID, not by time: a turn changes neither column, and so none of the session's indexes.
CREATE INDEX sessions_over ON sessions (session_id) WHERE phase IN ('finished', 'abandoned');

-- Counted when a player creates a session; a turn changes neither column until the session is over.
CREATE INDEX sessions_creator ON sessions (creator) WHERE phase IN ('draft', 'waiting', 'active');

-- One row an event; changed only when one of its players is erased or linked to another.
--
-- The answer to the request that committed an event is in the event's row: a turn writes no row and no index for its
-- answer, and looks none up.
CREATE TABLE events (
    session_id      uuid NOT NULL,
    revision        int NOT NULL,
    kind            text NOT NULL,
    seat            int,
    player_id       uuid,
    -- All that the event holds besides its move: texts, outcome, founding and the like.
    details         json NOT NULL,
    -- The move in the game's notation; null for an event without one.
    move            json,
    at              timestamptz NOT NULL,
    -- Derived from session, player and Idempotency-Key; null for an event that no such request committed.
    request_id      uuid,
    -- 16 bytes of SHA-256 of what the request asked for.
    request_hash    bytea,
    -- The participant UUIDs that the device told with the request, 16 bytes each, its own first.
    answer_to       bytea,
    -- Who they stood for, 17 bytes each: a player, and which of the others (from 0) that is on the device.
    answer_names    bytea,
    -- The language of the texts.
    answer_language text,
    -- The claims that the view showed; null for none.
    answer_claims   json,
    PRIMARY KEY (session_id, revision)
);

-- Sessions as they were at every hundredth revision (at every tenth if their positions are large), and whenever their
-- history has grown by 192 KiB, written with the event of that revision: an earlier board is rebuilt from the nearest
-- one before it. What never changes about a session is in its row; people are replaced here as they are there.
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

-- Moves whose messages may not have been sent. A draft's ID is that of the request that made it, whose answer is in the
-- same row, in the columns of events.
CREATE TABLE drafts (
    session_id         uuid NOT NULL,
    draft_id           uuid NOT NULL,
    player_id          uuid NOT NULL,
    -- What is proposed, without the move.
    proposal           json NOT NULL,
    move               json,
    texts              json NOT NULL,
    expected_revision  int NOT NULL,
    status             text NOT NULL,
    committed_revision int,
    created_at         timestamptz NOT NULL,
    expires_at         timestamptz NOT NULL,
    request_hash       bytea,
    answer_to          bytea,
    answer_names       bytea,
    answer_language    text,
    answer_claims      json,
    PRIMARY KEY (session_id, draft_id)
);

-- Finds a player's live draft. Also finds whether the holder of a claimed seat has made a draft since the claim, which
-- shows that the holder is still present. Committed drafts are left out: their events show the same.
CREATE INDEX drafts_author ON drafts (session_id, player_id, status, created_at) WHERE status <> 'committed';

-- Messages that show a session anew, without an event.
CREATE TABLE fresh_messages (
    session_id uuid NOT NULL,
    message_id uuid NOT NULL,
    player_id  uuid NOT NULL,
    revision   int NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (session_id, message_id)
);

-- The answers to requests with an Idempotency-Key that make neither event nor draft: fresh messages, claims, vetoes.
CREATE TABLE answers (
    session_id  uuid NOT NULL,
    player_id   uuid NOT NULL,
    key         text NOT NULL,
    fingerprint bytea NOT NULL,
    answer      json NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (session_id, player_id, key)
);

-- Who belongs to which session: for the list of a player's sessions; the seats themselves are in the session's row.
--
-- A turn writes nothing here. Whose turn it is and when a session changed is read from the session's row, of so many of
-- a player's rows at a time. A session that is over changes no more: retention files its rows, and they are then in the
-- order of the list by themselves.
CREATE TABLE session_players (
    session_id uuid NOT NULL,
    player_id  uuid NOT NULL,
    -- When the player joined; in a filed row, when the session last changed.
    listed_at  timestamptz NOT NULL,
    -- The revision at which the player hid the session from their list, until something happens in it, and silenced its
    -- alerts, until they act; null for never. The highest number for somebody who has no seat in it, but for whom one is
    -- kept: it is not in their list at all.
    hidden_at  int,
    -- Whether the session was over when retention last came by.
    is_filed   boolean NOT NULL DEFAULT false,
    PRIMARY KEY (session_id, player_id)
);

CREATE INDEX session_players_player ON session_players (player_id, session_id);
CREATE INDEX session_players_listed
    ON session_players (player_id, is_filed, listed_at DESC, session_id DESC) INCLUDE (hidden_at);

-- Being told

-- The lines in which notices wait: those of one session on one channel for one receiver. A line stays as long as its
-- session. A notice gets the number after the line's last one, in the statement that writes both. So whoever writes
-- raises last, whoever delivers raises done, and neither needs to know of the other.
CREATE TABLE outbox_lines (
    session_id uuid NOT NULL,
    -- webhook, push or reminder
    channel    text NOT NULL,
    -- Who is notified on their devices; all zeros for the webhook.
    player_id  uuid NOT NULL,
    -- Whose act the newest notice tells of: lines are delivered in turns of these players.
    author_id  uuid NOT NULL,
    newest_id  uuid NOT NULL,
    -- The number of the newest notice, and that of the last one that need not be delivered any more.
    last       int NOT NULL,
    done       int NOT NULL,
    -- When the first notice that waits was made.
    since      timestamptz NOT NULL,
    -- When the line is looked at next. Null if no notice waits.
    due_at     timestamptz,
    -- While an instance delivers: until when no other one may. Two leases never end at the same microsecond.
    leased_to  timestamptz,
    -- When the player was last notified. Null for never, and for the webhook.
    told_at    timestamptz,
    -- What has become of the first notice that waits: the number of its items that have arrived, the devices, by their
    -- tokens, that need not be reached again, and the attempts that failed.
    delivered  int NOT NULL DEFAULT 0,
    reached    text[] NOT NULL DEFAULT '{}',
    failures   int NOT NULL DEFAULT 0,
    failure    text,
    PRIMARY KEY (session_id, channel, player_id)
) WITH (fillfactor = 80);

CREATE INDEX outbox_lines_due ON outbox_lines (channel, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_lines_player ON outbox_lines (player_id) WHERE channel <> 'webhook';

-- What is to be delivered: written with the event that it tells of, where somebody listens, and removed once it has
-- arrived. It holds neither names nor texts: those are read from the session when it is delivered.
CREATE TABLE outbox (
    session_id  uuid NOT NULL,
    channel     text NOT NULL,
    player_id   uuid NOT NULL,
    -- Its place in its line.
    number      int NOT NULL,
    notice_id   uuid NOT NULL,
    revision    int NOT NULL,
    items       json NOT NULL,
    created_at  timestamptz NOT NULL,
    is_given_up boolean NOT NULL DEFAULT false,
    -- Of one that was given up.
    failures    int NOT NULL DEFAULT 0,
    failure     text,
    PRIMARY KEY (session_id, channel, player_id, number)
);

CREATE INDEX outbox_given_up ON outbox (created_at) WHERE is_given_up;

-- Who is who

-- What one device calls the participants of one session, as it last told, and what follows from its reports. The
-- columns that most reports change come last: of a changed row PostgreSQL logs what lies between its first and last
-- difference.
CREATE TABLE devices (
    session_id    uuid NOT NULL,
    player_id     uuid NOT NULL,
    local_id      uuid NOT NULL,
    first_seen_at timestamptz NOT NULL,
    remote_ids    uuid[] NOT NULL,
    -- Participants that it told of before, who are not in its conversation now.
    former_ids    uuid[] NOT NULL DEFAULT '{}',
    -- The session's revision when the device first told of exactly these participants.
    since         int,
    -- The session's revision when it last told of them, as far as that makes a difference.
    told_at       int NOT NULL DEFAULT 0,
    -- Raised with every change of the row: a turn decided on a remembered device can tell whether it still is as
    -- remembered.
    version       int NOT NULL DEFAULT 1,
    seen_at       timestamptz NOT NULL,
    aliases       jsonb NOT NULL,
    PRIMARY KEY (session_id, player_id, local_id)
) WITH (fillfactor = 90);

-- Found when a person is erased or linked: everything else of theirs is found by its session.
CREATE INDEX devices_player ON devices (player_id, session_id);

-- Requests of players who lost their credential to get their seats back. A claim is open, or set aside while a session
-- has too many, until it is withdrawn, vetoed, granted or expired. Each change raises its version, on the condition
-- that it stands still at the version that was read.
CREATE TABLE claims (
    session_id uuid NOT NULL,
    claim_id   uuid NOT NULL,
    seat       int NOT NULL,
    player_id  uuid NOT NULL,
    holder_id  uuid NOT NULL,
    revision   int NOT NULL,
    state      text NOT NULL,
    -- When it is granted unless the seat's holder objects. It and expires_at are by players' clocks (service_time).
    until      timestamptz,
    version    int NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- For each device of the holder's, the players whose messages it had seen before the claim was made, each from one
    -- participant who was nobody else: their vouches count. Null once the claim is closed.
    witnesses  json,
    -- How many of them must vouch.
    needed     int NOT NULL,
    -- How many of them did when it was last changed.
    vouches    int,
    -- When the session first heard of a device of the claimant's; null for one that it has not heard of.
    seen_since timestamptz,
    PRIMARY KEY (session_id, claim_id)
);

-- One claim per player and session; also what a player's claims are counted by.
CREATE UNIQUE INDEX claims_one ON claims (player_id, session_id) WHERE state IN ('open', 'aside');

-- What a session's open claims are read by, as far as they are shown: newcomers' claims crowd out none that is vouched
-- for.
CREATE INDEX claims_shown ON claims (session_id, vouches DESC NULLS LAST, created_at, claim_id) WHERE state = 'open';

-- Found by whoever looks for claims whose time has come; never part of a turn's decision.
CREATE INDEX claims_due ON claims (coalesce(until, expires_at)) WHERE state IN ('open', 'aside');

-- What each witness last said of a claim.
CREATE TABLE claim_reports (
    session_id uuid NOT NULL,
    claim_id   uuid NOT NULL,
    player_id  uuid NOT NULL,
    vouches    boolean NOT NULL,
    at         timestamptz NOT NULL,
    PRIMARY KEY (session_id, claim_id, player_id)
);

-- Players

CREATE TABLE players (
    player_id  uuid PRIMARY KEY,
    created_at timestamptz NOT NULL
);

CREATE TABLE credentials (
    credential_id uuid PRIMARY KEY,
    player_id     uuid NOT NULL,
    created_at    timestamptz NOT NULL
);

-- Found when a person is erased or linked.
CREATE INDEX credentials_player ON credentials (player_id);

-- Which credentials were revoked or given to another player a moment ago, so that instances may believe what they know
-- of all others without asking each time.
CREATE TABLE credential_changes (
    credential_id uuid NOT NULL,
    at            timestamptz NOT NULL
);

CREATE INDEX credential_changes_at ON credential_changes (at);

-- Whoever changes a credential tells of it. What no instance looks for any more goes at the same time: changes are
-- rare.
CREATE FUNCTION note_credential_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM credential_changes WHERE at < now() - interval '1 hour';
    INSERT INTO credential_changes (credential_id, at) VALUES (OLD.credential_id, clock_timestamp());
    RETURN NULL;
END
$$;

CREATE TRIGGER credential_changed AFTER UPDATE OR DELETE ON credentials
    FOR EACH ROW EXECUTE FUNCTION note_credential_change();

-- Devices that Apple's push service reaches.
CREATE TABLE push_tokens (
    player_id     uuid NOT NULL,
    token         text NOT NULL,
    topic         text NOT NULL,
    environment   text NOT NULL,
    locale        text,
    time_zone     text,
    registered_at timestamptz NOT NULL,
    PRIMARY KEY (player_id, token)
);

-- A device belongs to one player at a time.
CREATE INDEX push_tokens_token ON push_tokens (token);

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

-- Operations

-- Who did or looked up what by an operator's command: one row a command, written before it acts; never changed.
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

-- Sessions that the service can't go on with by itself, for an operator to look at: one row a session. It goes when
-- nothing is wrong any more, or with the session.
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

-- Sessions whose rules never returned: a program that starts again does not ask them at once again. One row a session,
-- for ten minutes. The session itself may not be stored: perhaps its rules never set it up.
CREATE TABLE suspended_sessions (
    session_id      uuid PRIMARY KEY,
    game            text NOT NULL,
    creator         uuid NOT NULL,
    -- Whose doing it was.
    player_id       uuid NOT NULL,
    suspended_until timestamptz NOT NULL
);

-- The versions of games' rules by which sessions are played here. An instance notes its own before it serves, so that a
-- later program that lacks one finds out at its start, without looking through all sessions.
CREATE TABLE game_rules (
    game  text NOT NULL,
    rules int NOT NULL,
    PRIMARY KEY (game, rules)
);

-- When the service was last there, and for how long players' clocks have stood in all because it was not. One row.
CREATE TABLE service_time (
    is_only    boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    seen_at    timestamptz,
    stopped_ms bigint NOT NULL DEFAULT 0
);

INSERT INTO service_time DEFAULT VALUES;

-- The channels on which the instance that started last delivers notices. Operators' commands write notices for the
-- same.
CREATE TABLE outbox_channels (
    channel text PRIMARY KEY
);
