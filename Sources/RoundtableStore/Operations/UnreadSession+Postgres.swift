package import Foundation
import GameRules
import Postgres
package import Roundtable

/// An event as far as its plain columns tell: of a session that can't be read.
package struct UnreadEvent: Sendable {
    package let revision: Int
    package let kind: String
    package let seat: Int?
    package let player: PlayerID?
    package let at: Date
}

extension PostgresStore {
    /// A session as a list shows it; nil if there is none.
    package func line(of session: SessionID) async throws(ServiceError) -> SessionLine? {
        try await readFirst(
            "SELECT \(unescaped: SessionLine.columns) FROM sessions s WHERE s.session_id = \(session.uuid)"
        ) { try SessionLine(row: $0) }
    }

    /// The events of a session without their details.
    package func unreadEvents(of session: SessionID) async throws(ServiceError) -> [UnreadEvent] {
        try await readAll(
            """
            SELECT revision, kind, seat, player_id, at FROM events
            WHERE session_id = \(session.uuid) ORDER BY revision
            """
        ) { row in
            let (revision, kind, seat, player, at) = try row.decode((Int, String, Int?, UUID?, Date).self)
            return UnreadEvent(
                revision: revision, kind: kind, seat: seat, player: player.map { PlayerID($0) }, at: at)
        }
    }
}
