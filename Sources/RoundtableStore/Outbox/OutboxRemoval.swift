import Foundation
import Postgres
import Roundtable

/// The removal of a row of the outbox, as each delivery ends with one.
struct OutboxRemoval: Sendable {
    let session: SessionID
    let channel: Notice.Channel
    let notice: NoticeID

    /// The removal of a row.
    init(of row: OutboxRow) {
        (session, channel, notice) = (row.notice.line.session, row.notice.line.channel, row.notice.id)
    }
}

extension OutboxRemoval: GroupedRequest {
    static func statement(for requests: [Self]) -> PostgresStatement {
        """
        DELETE FROM outbox o USING unnest(
            \(requests.map(\.session.uuid)), \(requests.map(\.channel.rawValue)), \(requests.map(\.notice.uuid))
        ) WITH ORDINALITY AS i (session_id, channel, notice_id, ordinal)
        WHERE o.session_id = i.session_id AND o.channel = i.channel AND o.notice_id = i.notice_id
        RETURNING i.ordinal
        """
    }

    static func output(of row: PostgresRow) -> Bool { true }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> Bool? {
        do {
            return try await pool.query(
                """
                DELETE FROM outbox WHERE session_id = \(session.uuid) AND channel = \(channel.rawValue)
                    AND notice_id = \(notice.uuid)
                """
            ).affectedRows > 0
        } catch {
            throw ServiceError(error)
        }
    }
}
