-- One claim per player and session, and which of too many are set aside: those that nobody has vouched for, of players whom the
-- session has known for the shortest time.
--
-- Locks: claims, while the index is built; nobody claims or vouches meanwhile, and sessions without claims go on. Of several
-- open claims of one player the one with most vouches stays, then the oldest; the others have run out. An instance of the version
-- before goes on; whoever asks it for a second seat of a session is told to try again.

UPDATE claims c SET state = 'expired', witnesses = NULL, version = c.version + 1
WHERE c.state = 'open' AND EXISTS (
    SELECT FROM claims o
    WHERE o.session_id = c.session_id AND o.player_id = c.player_id AND o.state = 'open'
        AND (-coalesce(o.vouches, 0), o.created_at, o.claim_id) < (-coalesce(c.vouches, 0), c.created_at, c.claim_id));

-- In place of one per seat and player; also what a player's open claims are counted by. Those to a seat are looked for among
-- the session's, which are few enough.
CREATE UNIQUE INDEX claims_one ON claims (player_id, session_id) WHERE state IN ('open', 'aside');
DROP INDEX claims_open;
DROP INDEX claims_player;

-- When the session first heard of the device.
ALTER TABLE devices ADD COLUMN first_seen_at timestamptz;
-- When it first heard of a device of the claimant's; null for one that it has not heard of.
ALTER TABLE claims ADD COLUMN seen_since timestamptz;
