import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// Writes a line into the audit log, which nobody can change any more.
    package func append(_ entry: AuditEntry) async throws(ServiceError) { _ = try await query(entry.insertion) }

    /// Lines of the audit log, the newest first.
    package func auditLog(_ filter: AuditFilter) async throws(ServiceError) -> [AuditEntry] {
        var statement = PostgresStatement.StringInterpolation(literalCapacity: 300, interpolationCount: 6)
        statement.appendLiteral("SELECT entry_id, at, operator, command, subject_id, reason FROM audit_log WHERE true")
        statement.require("operator =", filter.operatorName)
        statement.require("subject_id =", filter.subject)
        statement.require("at >=", filter.since)
        statement.require("(at, entry_id) <", filter.after)
        statement.appendLiteral(" ORDER BY at DESC, entry_id DESC LIMIT ")
        statement.appendInterpolation(filter.limit)
        let rows = try await query(PostgresStatement(stringInterpolation: statement))
        return try read {
            try rows.map { row in
                let (id, at, name, command, subject, reason) = try row.decode(
                    (UUID, Date, String, String, UUID?, String).self)
                return AuditEntry(
                    id: id, at: at.roundedToMilliseconds, operation: Operation(by: name, reason: reason),
                    command: command, subject: subject)
            }
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
