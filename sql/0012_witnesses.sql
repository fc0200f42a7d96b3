-- Whose vouches for a claim count: what the devices of the seat's holder knew before it was made.
--
-- Locks: claims for a moment, to add columns without rewriting it; while the index is built, claims are not written (reading
-- and playing go on). A claim that was made by an instance of the version before has no witnesses: for this version it has run
-- out, so that it is never granted, and whoever made it asks again. As long as an instance of that version runs, it grants
-- claims by its own rules.

-- For each device of the holder's, the players whose messages it had seen, each from one participant who was nobody else. Null
-- once the claim is closed.
ALTER TABLE claims ADD COLUMN witnesses json;
-- How many of them must vouch.
ALTER TABLE claims ADD COLUMN needed int;
-- How many of them did when it was last changed.
ALTER TABLE claims ADD COLUMN vouches int;

-- What a session's open claims are read by, as far as they are shown: newcomers' claims crowd out none that is vouched for.
CREATE INDEX claims_shown ON claims (session_id, vouches DESC NULLS LAST, created_at, claim_id) WHERE state = 'open';
