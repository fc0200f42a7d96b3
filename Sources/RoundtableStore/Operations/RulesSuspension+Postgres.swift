package import Foundation
import GameRules
import Postgres
package import Roundtable

/// A session whose rules never returned, and until when it is suspended.
package struct RulesSuspension: Sendable, Equatable {
    /// The question that was never answered.
    package let subject: RulesSubject
    package let end: Date

    package init(subject: RulesSubject, end: Date) {
        self.subject = subject
        self.end = end
    }
}

extension PostgresStore {
    /// Notes that a session is suspended by every program that starts before the end of its suspension; forgets those
    /// whose suspension is over.
    package func note(_ suspension: RulesSuspension, at now: Date) async throws(ServiceError) {
        let subject = suspension.subject
        _ = try await query(
            """
            INSERT INTO resting_sessions (session_id, game, creator, player_id, rests_until)
            VALUES (\(subject.session.uuid), \(subject.game.rawValue), \(subject.creator.uuid), \(subject.player.uuid),
                \(suspension.end))
            ON CONFLICT (session_id) DO UPDATE SET player_id = EXCLUDED.player_id, rests_until = EXCLUDED.rests_until
            """)
        try await forgetSuspensions(at: now)
    }

    /// The sessions that are to be suspended, at most so many; those whose suspension is over are forgotten.
    package func suspensions(at now: Date, limit: Int = 256) async throws(ServiceError) -> [RulesSuspension] {
        try await forgetSuspensions(at: now)
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
            return RulesSuspension(subject: subject, end: end.roundedToMilliseconds)
        }
    }

    private func forgetSuspensions(at now: Date) async throws(ServiceError) {
        _ = try await query("DELETE FROM resting_sessions WHERE rests_until <= \(now)")
    }
}
