-- First answers in the rows of what the requests made: a turn writes no row and no index for its own, and looks none up.
--
-- Locks: events and drafts for a moment, to add columns without rewriting them. An instance of the version before goes on, and
-- keeps its answers in the table answers, where this version finds them; it does not find those of this version, so that a repeat
-- there of what was answered here may be refused.
--
-- The table answers stays for requests that make neither event nor draft (fresh messages, claims, vetoes). What it holds of
-- turns is tidied away with the rest, 72 hours after the last instance of the version before has ended.

ALTER TABLE events
    -- Derived from session, player and Idempotency-Key; null for an event that no such request committed.
    ADD COLUMN request_id uuid,
    -- 16 bytes of SHA-256 of what the request asked for.
    ADD COLUMN request_hash bytea,
    -- The participant UUIDs that the device told with the request, 16 bytes each, its own first.
    ADD COLUMN answer_to bytea,
    -- Who they stood for, 17 bytes each: a player, and which of the others (from 0) that is on the device.
    ADD COLUMN answer_names bytea,
    -- The language of the texts.
    ADD COLUMN answer_language text,
    -- The claims that the view showed; null for none.
    ADD COLUMN answer_claims json;

-- The same of drafts, whose own ID is their request's.
ALTER TABLE drafts
    ADD COLUMN request_hash bytea,
    ADD COLUMN answer_to bytea,
    ADD COLUMN answer_names bytea,
    ADD COLUMN answer_language text,
    ADD COLUMN answer_claims json;
