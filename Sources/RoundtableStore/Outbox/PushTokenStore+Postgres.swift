package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    package func register(_ token: PushToken, of player: PlayerID, at now: Date) async throws(ServiceError) {
        try await inTransaction(.retrying, orFailing: "A push token can't be kept.") { transaction in
            _ = try await transaction.pipeline([
                """
                DELETE FROM push_tokens
                WHERE token = \(token.token) AND topic = \(token.topic) AND player_id <> \(player.uuid)
                """,
                """
                INSERT INTO push_tokens (player_id, token, topic, environment, locale, time_zone, registered_at)
                VALUES (\(player.uuid), \(token.token), \(token.topic), \(token.environment.rawValue),
                    \(token.locale), \(token.timeZone), \(now))
                ON CONFLICT (player_id, token) DO UPDATE SET topic = EXCLUDED.topic,
                    environment = EXCLUDED.environment, locale = EXCLUDED.locale,
                    time_zone = EXCLUDED.time_zone, registered_at = EXCLUDED.registered_at
                """,
                PushToken.forgettingOldest(of: player.uuid),
            ])
        }
    }

    package func forget(_ token: String, of player: PlayerID, registeredBefore time: Date?) async throws(ServiceError) {
        _ = try await query(
            """
            DELETE FROM push_tokens
            WHERE player_id = \(player.uuid) AND token = \(token)
                AND registered_at <= coalesce(\(time), registered_at)
            """)
    }

    package func pushTokens(of player: PlayerID) async throws(ServiceError) -> [PushToken] {
        let rows = try await query(
            """
            SELECT token, topic, environment, locale, time_zone FROM push_tokens
            WHERE player_id = \(player.uuid) ORDER BY registered_at DESC, token
            """)
        return try read {
            try rows.compactMap { row in
                let (token, topic, environment, locale, timeZone) = try row.decode(
                    (String, String, String, String?, String?).self)
                return PushToken.Environment(rawValue: environment).map {
                    PushToken(token: token, topic: topic, environment: $0, locale: locale, timeZone: timeZone)
                }
            }
        }
    }

    package func waitingGames(of player: PlayerID) async throws(ServiceError) -> Int {
        try await count(
            """
            SELECT count(*) FROM session_players p JOIN sessions s ON s.session_id = p.session_id
            WHERE p.player_id = \(player.uuid) AND NOT p.is_filed AND s.acting @> ARRAY[\(player.uuid)]
                AND (p.hidden_at IS NULL OR p.hidden_at < s.revision)
            """)
    }
}

extension PushToken {
    /// Forgets the oldest of too many tokens of a player.
    fileprivate static func forgettingOldest(of player: UUID) -> PostgresStatement {
        """
        DELETE FROM push_tokens WHERE player_id = \(player) AND token IN (
            SELECT token FROM push_tokens WHERE player_id = \(player)
            ORDER BY registered_at DESC, token OFFSET \(capacity))
        """
    }

    /// Makes the tokens of a player another player's, and what is to be told on these devices.
    static func handingOver(from player: UUID, to owner: UUID) -> [PostgresStatement] {
        [
            """
            INSERT INTO push_tokens SELECT \(owner), token, topic, environment, locale, time_zone, registered_at
            FROM push_tokens WHERE player_id = \(player) ON CONFLICT DO NOTHING
            """,
            "DELETE FROM push_tokens WHERE player_id = \(player)",
        ] + NoticeLines(of: player).handingOver(to: owner) + [forgettingOldest(of: owner)]
    }
}

/// What is to be told to a player on their devices, in all sessions or in one.
struct NoticeLines {
    let player: UUID
    let session: UUID?

    init(of player: UUID, in session: UUID? = nil) { (self.player, self.session) = (player, session) }

    /// The condition that a row `l` of the lines, or `o` of the outbox, is the player's.
    private func condition(of table: String) -> StatementPart {
        guard let session else {
            return "\(unescaped: table).player_id = \(player) AND \(unescaped: table).channel <> 'webhook'"
        }
        return """
            \(unescaped: table).session_id = \(session) AND \(unescaped: table).player_id = \(player)
                AND \(unescaped: table).channel <> 'webhook'
            """
    }

    private static let ofLine: StatementPart =
        "o.session_id = l.session_id AND o.channel = l.channel AND o.player_id = l.player_id"

    /// Removes lines with their rows.
    ///
    /// - Parameter more: which ones.
    func removal(where more: StatementPart = "true") -> [PostgresStatement] {
        [
            "DELETE FROM outbox o USING outbox_lines l WHERE \(Self.ofLine) AND \(condition(of: "l")) AND \(more)",
            "DELETE FROM outbox_lines l WHERE \(condition(of: "l")) AND \(more)",
        ]
    }

    /// Makes them another player's. Where both are told of a session, the other one's line stays.
    func handingOver(to owner: UUID) -> [PostgresStatement] {
        removal(
            where: """
                EXISTS (
                    SELECT FROM outbox_lines own
                    WHERE own.session_id = l.session_id AND own.channel = l.channel AND own.player_id = \(owner))
                """)
            + [
                """
                UPDATE outbox o SET player_id = \(owner) FROM outbox_lines l
                WHERE \(Self.ofLine) AND \(condition(of: "l"))
                """,
                "UPDATE outbox_lines l SET player_id = \(owner) WHERE \(condition(of: "l"))",
            ]
    }
}
