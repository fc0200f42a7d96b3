package import Foundation
import GameRules
import Postgres
package import Roundtable

/// A session whose rules never returned, and until when it is suspended.
package struct SuspendedSession: Sendable, Equatable {
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
    package func note(_ suspension: SuspendedSession, at now: Date) async throws(ServiceError) {
        let subject = suspension.subject
        _ = try await query(
            """
            INSERT INTO suspended_sessions (session_id, game, creator, player_id, suspended_until)
            VALUES (\(subject.session.uuid), \(subject.game.rawValue), \(subject.creator.uuid), \(subject.player.uuid),
                \(suspension.end))
            ON CONFLICT (session_id) DO UPDATE SET player_id = EXCLUDED.player_id, suspended_until = EXCLUDED.suspended_until
            """)
        try await forgetSuspensions(at: now)
    }

    /// The sessions that are to be suspended, at most so many; those whose suspension is over are forgotten.
    package func suspensions(at now: Date, limit: Int = 256) async throws(ServiceError) -> [SuspendedSession] {
        try await forgetSuspensions(at: now)
        return try await readAll(
            """
            SELECT session_id, game, creator, player_id, suspended_until FROM suspended_sessions
            ORDER BY suspended_until DESC, session_id LIMIT \(limit)
            """
        ) { row in
            let (session, game, creator, player, end) = try row.decode((UUID, String, UUID, UUID, Date).self)
            let subject = RulesSubject(
                game: GameName(rawValue: game), session: SessionID(session), creator: PlayerID(creator),
                player: PlayerID(player))
            return SuspendedSession(subject: subject, end: end.roundedToMilliseconds)
        }
    }

    private func forgetSuspensions(at now: Date) async throws(ServiceError) {
        _ = try await query("DELETE FROM suspended_sessions WHERE suspended_until <= \(now)")
    }
}
