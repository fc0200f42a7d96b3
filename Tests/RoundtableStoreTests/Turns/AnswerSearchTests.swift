import Foundation
import GameRules
import Postgres
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

@Suite("The search for a first answer", .database)
struct AnswerSearchTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    @Test("looks through the events that follow the revision, and the newest, and no others")
    func bounded() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        let request = service.request(of: people[0], send: .now, key: "old")
        let searched = StoredAnswer.Search.searchedEvents
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO events (session_id, revision, kind, details, at, request_id, request_hash, answer_to,
                answer_names, answer_language)
            SELECT \(id.uuid), n, 'moved', '{}', \(service.time.now),
                NULL::uuid, '\\x01',
                decode(repeat('01', 16), 'hex'), '', 'en'
            FROM generate_series(2, \(4 * searched)) AS n
            """)
        func found(_ place: Int, after revision: Int) async throws -> Bool {
            _ = try await TestDatabase.current.pool.query(
                "UPDATE events SET request_id = CASE WHEN revision = \(place) THEN \(request.id(in: id).uuid) END")
            let search = StoredAnswer.Search(
                session: id, request: request, id: request.id(in: id),
                revision: revision, since: .distantPast)
            return try await service.store.answer(search)?.content.revision == place
        }
        #expect(try await found(searched, after: 0))
        #expect(try await !found(2 * searched, after: 0))
        #expect(try await found(2 * searched, after: searched))
        #expect(try await found(4 * searched, after: 0))
    }
}
