import Foundation
import GameRules
import Games
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@testable import RoundtableCommand

@Suite("Filling a database")
struct SeedingTests {
    @Test("a seeded session is one that the service could have played: its events rebuild it", .database)
    func sessions() async throws {
        let database = try TestDatabase.current
        let seeding = Seeding(configuration: database.configuration, sessions: 50, events: 20, people: 10)
        _ = try await seeding.run()
        let counts = try #require(
            await database.pool.query(
                """
                SELECT ARRAY[(SELECT count(*) FROM sessions), (SELECT count(*) FROM events),
                    (SELECT count(DISTINCT player_id) FROM session_players), (SELECT count(*) FROM credentials),
                    (SELECT count(*) FROM session_players JOIN players USING (player_id))]
                """
            ).first)
        // NB: with the session that served as the model, and its two players.
        #expect(try counts.decode(at: 0, as: [Int].self) == [51, 51 * 20, 12, 12, 51 * 2])
        try await expectAgreement(in: database)
    }

    @Test("a game can be seeded at any length", .database, arguments: [1, 2, 3, SeedModel.longest])
    func lengths(events: Int) async throws {
        let database = try TestDatabase.current
        _ = try await Seeding(configuration: database.configuration, sessions: 5, events: events, people: 4).run()
        let count = try await database.pool.query("SELECT count(*) FROM events").first?.decode(at: 0, as: Int.self)
        #expect(count == 6 * events)
        try await expectAgreement(in: database)
    }

    /// Expects that each session is what its events make it.
    private func expectAgreement(in database: TestDatabase) async throws {
        let sessions = try await database.pool.query("SELECT session_id FROM sessions")
        for row in sessions {
            let id = SessionID(try row.decode(at: 0, as: UUID.self))
            #expect(id.description.dropFirst(14).first == "8", "made by rules of one's own, RFC 9562")
            let snapshot = try #require(await database.store.record(of: id, for: nil)).session
            let events = try await database.store.events(of: id, after: 0, limit: 100)
            #expect(try Session.replaying(events, of: snapshot.identity, games: .standard).agrees(with: snapshot))
        }
    }

    @Test("the database knows about how many sessions a game has, once it has looked", .database)
    func estimates() async throws {
        let database = try TestDatabase.current
        #expect(try await database.store.estimatedSessions().isEmpty)
        _ = try await Seeding(configuration: database.configuration, sessions: 50, events: 6, people: 10).run()
        _ = try await database.pool.query("ANALYZE sessions")
        let isOnOneNode = await TestDatabase.isOnOneNode
        #expect(try await database.store.estimatedSessions() == (isOnOneNode ? ["four-in-a-row": 51] : [:]))
    }
}
