-- Claims: requests of players who lost their credential to get their seats back, and what witnesses reported about them.
--
-- Locks: only creates, so it waits for nobody.

-- One row a claim; open, or set aside while a session has too many, until it is withdrawn, vetoed, granted or expired. Each
-- change raises its version, on the condition that it stands still at the version that was read.
CREATE TABLE claims (
    session_id uuid NOT NULL,
    claim_id   uuid NOT NULL,
    seat       int NOT NULL,
    player_id  uuid NOT NULL,
    holder_id  uuid NOT NULL,
    revision   int NOT NULL,
    state      text NOT NULL,
    until      timestamptz,
    version    int NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (session_id, claim_id)
);

-- One open claim per seat and player; also what a session's open claims are found by.
CREATE UNIQUE INDEX claims_open ON claims (session_id, seat, player_id) WHERE state = 'open';

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
