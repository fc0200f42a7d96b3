import Foundation
import GameRules
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("A verification", .database)
struct VerificationTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    private func game() async throws -> SessionID {
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        _ = try await service.join(id, by: people[1])
        return id
    }

    @Test(
        "finds a damaged row, and goes on",
        arguments: [
            "UPDATE events SET seat = 9 WHERE revision = 2 AND session_id",
            "UPDATE events SET seat = -1 WHERE session_id",
            "UPDATE events SET kind = 'eaten' WHERE session_id",
            "UPDATE events SET details = details::jsonb #- '{founding}' WHERE session_id",
            "UPDATE events SET details = jsonb_set(details::jsonb, '{founding,seats}', '-1') "
                + "WHERE revision = 1 AND session_id",
            "UPDATE events SET details = jsonb_set(details::jsonb, '{founding,game}', '\"no-game\"') "
                + "WHERE revision = 1 AND session_id",
            "DELETE FROM events WHERE session_id", "UPDATE sessions SET to_act = '{1}' WHERE session_id",
            "UPDATE sessions SET seating = jsonb_set(seating::jsonb, '{seats}', '[]') WHERE session_id",
            "UPDATE sessions SET seating = '{}' WHERE session_id",
            "UPDATE sessions SET position = '{}' WHERE session_id",
            "UPDATE sessions SET revision = 1 WHERE session_id", "UPDATE sessions SET rules = 99 WHERE session_id",
        ])
    func damaged(statement: String) async throws {
        let database = try TestDatabase.current
        let (sound, damaged) = (try await game(), try await game())
        _ = try await database.pool.query("\(unescaped: statement) = \(damaged.uuid)")
        let found = try await database.store.verify(after: nil, limit: 10)
        #expect(Set(found.map(\.session)) == [sound, damaged])
        #expect(found.filter { $0.problem != nil }.map(\.session) == [damaged], "\(found)")
    }
}
