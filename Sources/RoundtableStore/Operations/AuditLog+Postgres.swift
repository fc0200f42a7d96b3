package import Foundation
import Postgres
package import Roundtable

/// Which lines of the audit log to list, the newest first.
package struct AuditFilter: Sendable {
    /// Only those of this operator.
    package var operatorName: String?
    /// Only those about this session or player.
    package var subject: UUID?
    /// Only those not older.
    package var since: Date?
    package var limit: Int
    /// Only those after this place of the list.
    package var after: PageMark?

    package init(
        operatorName: String? = nil, subject: UUID? = nil, since: Date? = nil, limit: Int, after: PageMark? = nil
    ) {
        self.operatorName = operatorName
        self.subject = subject
        self.since = since
        self.limit = limit
        self.after = after
    }
}

extension PostgresStore {
    /// Writes a line into the audit log, which nobody can change any more.
    package func append(_ entry: AuditEntry) async throws(ServiceError) { _ = try await query(entry.insertion) }

    /// Lines of the audit log, the newest first.
    package func auditLog(_ filter: AuditFilter) async throws(ServiceError) -> [AuditEntry] {
        let conditions: [StatementPart?] = [
            filter.operatorName.map { "operator = \($0)" }, filter.subject.map { "subject_id = \($0)" },
            filter.since.map { "at >= \($0)" }, filter.after.map { "(at, entry_id) < (\($0.at), \($0.id))" },
        ]
        return try await readAll(
            """
            SELECT entry_id, at, operator, command, subject_id, reason FROM audit_log
            WHERE \(all: conditions)
            ORDER BY at DESC, entry_id DESC LIMIT \(filter.limit)
            """
        ) { row in
            let (id, at, name, command, subject, reason) = try row.decode(
                (UUID, Date, String, String, UUID?, String).self)
            return AuditEntry(
                id: id, at: at.roundedToMilliseconds, operation: Operation(by: name, reason: reason),
                command: command, subject: subject)
        }
    }
}

extension PostgresTransaction {
    /// Writes a line into the audit log, if there is one that is not there yet, together with what the transaction
    /// does.
    func note(_ entry: AuditEntry?) async throws(PostgresError) {
        if let entry { _ = try await query(entry.insertion) }
    }
}

extension AuditEntry {
    /// A command of several transactions writes its line with the first of them that does something.
    fileprivate var insertion: PostgresStatement {
        """
        INSERT INTO audit_log (entry_id, at, operator, command, subject_id, reason)
        VALUES (\(id), \(at), \(operation.by), \(command), \(subject), \(operation.reason))
        ON CONFLICT (entry_id) DO NOTHING
        """
    }
}
