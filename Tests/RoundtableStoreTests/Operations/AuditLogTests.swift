import Foundation
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("The audit log", .database)
struct AuditLogTests {
    private func entry(_ number: Int, by name: String = "Dana", about subject: UUID? = nil) -> AuditEntry {
        AuditEntry(
            id: .numbered(UInt64(number)), at: Date.testing.adding(seconds: number),
            operation: Operation(by: name, reason: "ticket \(number)"), command: "session show", subject: subject)
    }

    @Test("is listed page by page, the newest first, and by operator, subject and time")
    func list() async throws {
        let store = try TestDatabase.current.store
        let subject = UUID.numbered(99)
        let entries = [
            entry(1), entry(2, by: "Eve"), entry(3, about: subject), entry(4), entry(5, by: "Eve", about: subject),
        ]
        for entry in entries { try await store.append(entry) }
        #expect(try await store.auditLog(.init(limit: 10)) == entries.reversed())
        let first = try await store.auditLog(.init(limit: 2))
        let last = try #require(first.last)
        let mark = try #require(PageMark(PageMark(at: last.at, id: last.id).description))
        #expect(first + (try await store.auditLog(.init(limit: 10, after: mark))) == entries.reversed())
        #expect(try await store.auditLog(.init(operatorName: "Eve", limit: 10)) == [entries[4], entries[1]])
        #expect(try await store.auditLog(.init(subject: subject, limit: 10)) == [entries[4], entries[2]])
        #expect(try await store.auditLog(.init(since: entries[3].at, limit: 10)) == [entries[4], entries[3]])
    }

    @Test(
        "can't be changed or shortened",
        arguments: ["UPDATE audit_log SET reason = 'none'", "DELETE FROM audit_log", "TRUNCATE audit_log"])
    func appendOnly(statement: String) async throws {
        let database = try TestDatabase.current
        try await database.store.append(entry(1))
        await #expect { try await database.pool.query(PostgresStatement(unescaped: statement)) } throws: { error in
            (error as? PostgresError)?.sqlState == "42501"
        }
        #expect(try await database.store.auditLog(.init(limit: 10)) == [entry(1)])
    }
}
