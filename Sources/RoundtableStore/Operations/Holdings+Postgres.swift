import Postgres
package import Roundtable

extension PostgresStore {
    /// The columns of a first answer in the row of an event or a draft, which are listed by themselves.
    private static let answerColumns = "request_id, \(StoredAnswerColumns.names)"

    /// An event without what tells of the operator who made it, and without details that are damaged.
    private static let event: String = {
        let operation = JSONObjects.without("by", from: "m.value")
        let details = JSONObjects.object(
            "CASE WHEN m.key = 'operation' THEN \(operation) ELSE m.value END", of: "m.value", where: "true")
        return JSONObjects.object(
            "CASE WHEN m.key = 'details' THEN \(details) ELSE m.value END", of: "e.whole",
            where: """
                m.key <> ALL ('{\(answerColumns)}'::text[])
                    AND (m.key <> 'details' OR json_typeof(e.details) = 'object')
                """)
    }()

    /// A first answer without whom it named, and without one that is damaged.
    private static let answer: String = {
        let answer = JSONObjects.without("participants", from: "m.value")
        return JSONObjects.object(
            "CASE WHEN m.key = 'answer' THEN \(answer) ELSE m.value END", of: "a.whole",
            where: "m.key <> 'fingerprint' AND (m.key <> 'answer' OR json_typeof(a.answer) = 'object')")
    }()

    /// The participants that were reported with a request, the device's own first.
    private static let participants = """
        ARRAY(SELECT encode(substring(answer_to FROM 16 * place + 1 FOR 16), 'hex')::uuid
            FROM generate_series(0, length(answer_to) / 16 - 1) AS place)
        """

    /// Everything that is held about one person, an object of JSON each, `kind` and what is `held`; nothing of others.
    ///
    /// NB: rows whose members are looked at one by one are found first: a cluster does not do both at once.
    ///
    /// Secrets that only the service needs (digests) are left out.
    package func holdings(of player: PlayerID) async throws(ServiceError) -> [[UInt8]] {
        let (id, text) = (player.uuid, player.description)
        return try await readAll(
            """
            WITH own_sessions AS (
                SELECT session_id FROM session_players WHERE player_id = \(id)
                UNION
                SELECT session_id FROM devices WHERE player_id = \(id)
            ), own_events AS MATERIALIZED (
                SELECT to_json(e) AS whole, session_id, revision, details, answer_to, answer_language, answer_claims
                FROM own_sessions JOIN events e USING (session_id) WHERE player_id = \(id)
            ), own_drafts AS MATERIALIZED (
                SELECT to_json(d) AS whole, session_id, draft_id, answer_to, answer_language, answer_claims
                FROM own_sessions JOIN drafts d USING (session_id) WHERE player_id = \(id)
            ), own_answers AS MATERIALIZED (
                SELECT to_json(a) AS whole, answer
                FROM own_sessions JOIN answers a USING (session_id) WHERE player_id = \(id)
            ), held (kind, held) AS (
                SELECT 'player', to_json(p) FROM players p WHERE player_id = \(id)
                UNION ALL
                SELECT 'credential', to_json(c) FROM credentials c WHERE player_id = \(id)
                UNION ALL
                SELECT 'linkCode', (to_jsonb(c) - 'code_digest')::json FROM link_codes c
                WHERE \(id) IN (player_id, used_by)
                UNION ALL
                SELECT 'linkFailures', to_json(f) FROM link_failures f WHERE player_id = \(id)
                UNION ALL
                SELECT 'pushToken', to_json(t) FROM push_tokens t WHERE player_id = \(id)
                UNION ALL
                SELECT 'notice', to_json(o) FROM own_sessions JOIN outbox o USING (session_id)
                WHERE o.player_id = \(id)
                UNION ALL
                SELECT 'noticeLine', json_build_object('session_id', l.session_id, 'channel', l.channel,
                    'is_author', l.author_id = \(id), 'is_receiver', l.player_id = \(id), 'since', l.since,
                    'told_at', l.told_at)
                FROM own_sessions JOIN outbox_lines l USING (session_id) WHERE \(id) IN (l.player_id, l.author_id)
                UNION ALL
                SELECT 'leftBytes', to_json(b) FROM player_bytes b WHERE player_id = \(id)
                UNION ALL
                SELECT 'succession', (to_jsonb(s) - 'salt')::json FROM successions s
                WHERE \(id) IN (player_id, successor_id)
                UNION ALL
                SELECT 'session', json_build_object('session_id', s.session_id, 'game', s.game, 'phase', s.phase,
                    'created_at', s.created_at, 'is_creator', s.creator = \(id))
                FROM own_sessions JOIN sessions s USING (session_id)
                UNION ALL
                SELECT 'seat',
                    (seat || jsonb_build_object('session_id', s.session_id, 'seat', number - 1)
                        - 'formerHolders')::json
                FROM own_sessions JOIN sessions s USING (session_id),
                    jsonb_path_query(s.seating::jsonb, '$.seats[*]') WITH ORDINALITY AS seats (seat, number)
                WHERE seat ->> 'player' = \(text)
                UNION ALL
                SELECT 'formerSeat',
                    (holder || jsonb_build_object('session_id', s.session_id, 'seat', number - 1))::json
                FROM own_sessions JOIN sessions s USING (session_id),
                    jsonb_path_query(s.seating::jsonb, '$.seats[*]') WITH ORDINALITY AS seats (seat, number),
                    jsonb_path_query(seat, '$.formerHolders[*]') AS holder
                WHERE holder ->> 'player' = \(text)
                UNION ALL
                SELECT 'event', \(unescaped: Self.event)
                FROM own_events e
                UNION ALL
                SELECT 'draft', \(unescaped: JSONObjects.without(Self.answerColumns, from: "d.whole"))
                FROM own_drafts d
                UNION ALL
                SELECT 'freshMessage', to_json(f)
                FROM own_sessions JOIN fresh_messages f USING (session_id) WHERE player_id = \(id)
                UNION ALL
                SELECT 'answer', json_build_object('session_id', session_id, 'revision', revision,
                    'language', answer_language, 'claims', answer_claims,
                    'participants', \(unescaped: Self.participants))
                FROM own_events WHERE answer_to IS NOT NULL
                UNION ALL
                SELECT 'answer', json_build_object('session_id', session_id, 'draft_id', draft_id,
                    'language', answer_language, 'claims', answer_claims,
                    'participants', \(unescaped: Self.participants))
                FROM own_drafts WHERE answer_to IS NOT NULL
                UNION ALL
                SELECT 'answer', \(unescaped: Self.answer)
                FROM own_answers a
                UNION ALL
                SELECT 'device', (to_jsonb(v) - 'aliases')::json FROM devices v WHERE player_id = \(id)
                UNION ALL
                SELECT 'alias', json_build_object('session_id', v.session_id, 'participant', entry.key,
                    'sighting', entry.value -> 'sightings' -> \(text))
                FROM own_sessions JOIN devices v USING (session_id), jsonb_each(
                    CASE WHEN jsonb_typeof(v.aliases -> 'entries') = 'object' THEN v.aliases -> 'entries'
                        ELSE '{}' END) AS entry
                WHERE entry.value -> 'sightings' ? \(text)
                UNION ALL
                SELECT 'claim', (to_jsonb(c) - 'witnesses'
                    - CASE WHEN player_id = \(id) THEN 'holder_id' ELSE 'player_id' END)::json
                FROM own_sessions JOIN claims c USING (session_id) WHERE \(id) IN (player_id, holder_id)
                UNION ALL
                SELECT 'claimWitness', json_build_object('session_id', session_id, 'claim_id', claim_id)
                FROM own_sessions JOIN claims c USING (session_id) WHERE strpos(c.witnesses::text, \(text)) > 0
                UNION ALL
                SELECT 'claimReport', to_json(r)
                FROM own_sessions JOIN claim_reports r USING (session_id) WHERE player_id = \(id)
                UNION ALL
                SELECT 'operation', json_build_object('at', at, 'command', command, 'reason', reason)
                FROM audit_log WHERE subject_id = \(id)
            )
            SELECT json_build_object('kind', kind, 'held', held) FROM held
            """
        ) { try $0.decode(at: 0, as: PostgresJSON.self).text }
    }
}
