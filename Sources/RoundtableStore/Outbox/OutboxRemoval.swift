import Foundation
import Postgres
import Roundtable

/// The removal of a notice from the outbox, as each delivery ends with one.
struct OutboxRemoval: GroupedRequest {
    let notice: Notice

    static func statement(for requests: [Self]) -> PostgresStatement {
        """
        DELETE FROM outbox o USING unnest(
            \(requests.map(\.notice.line.session.uuid)), \(requests.map(\.notice.line.channel.rawValue)),
            \(requests.map(\.notice.id.uuid))
        ) WITH ORDINALITY AS i (session_id, channel, notice_id, ordinal)
        WHERE o.session_id = i.session_id AND o.channel = i.channel AND o.notice_id = i.notice_id
        RETURNING i.ordinal
        """
    }

    static func output(of row: PostgresRow) -> Bool { true }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> Bool? {
        try await pool.rows(
            of: """
                DELETE FROM outbox WHERE session_id = \(notice.line.session.uuid)
                    AND channel = \(notice.line.channel.rawValue) AND notice_id = \(notice.id.uuid)
                """
        ).affectedRows > 0
    }
}
