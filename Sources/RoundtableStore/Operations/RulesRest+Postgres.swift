package import Foundation
import GameRules
import Postgres
package import Roundtable

/// A session whose rules never returned, and until when it is left alone.
package struct RulesRest: Sendable, Equatable {
    /// The question that was never answered.
    package let subject: RulesSubject
    package let end: Date

    package init(subject: RulesSubject, end: Date) {
        self.subject = subject
        self.end = end
    }
}

extension PostgresStore {
    /// Notes that a session is left alone by every program that starts before the end of its rest; forgets those whose
    /// rest is over.
    package func note(_ rest: RulesRest, at now: Date) async throws(ServiceError) {
        let subject = rest.subject
        _ = try await query(
            """
            INSERT INTO resting_sessions (session_id, game, creator, player_id, rests_until)
            VALUES (\(subject.session.uuid), \(subject.game.rawValue), \(subject.creator.uuid), \(subject.player.uuid),
                \(rest.end))
            ON CONFLICT (session_id) DO UPDATE SET player_id = EXCLUDED.player_id, rests_until = EXCLUDED.rests_until
            """)
        try await forgetRests(at: now)
    }

    /// The sessions that are to be left alone, at most so many; those whose rest is over are forgotten.
    package func rests(at now: Date, limit: Int = 256) async throws(ServiceError) -> [RulesRest] {
        try await forgetRests(at: now)
        return try await readAll(
            """
            SELECT session_id, game, creator, player_id, rests_until FROM resting_sessions
            ORDER BY rests_until DESC, session_id LIMIT \(limit)
            """
        ) { row in
            let (session, game, creator, player, end) = try row.decode((UUID, String, UUID, UUID, Date).self)
            let subject = RulesSubject(
                game: GameName(rawValue: game), session: SessionID(session), creator: PlayerID(creator),
                player: PlayerID(player))
            return RulesRest(subject: subject, end: end.roundedToMilliseconds)
        }
    }

    private func forgetRests(at now: Date) async throws(ServiceError) {
        _ = try await query("DELETE FROM resting_sessions WHERE rests_until <= \(now)")
    }
}
