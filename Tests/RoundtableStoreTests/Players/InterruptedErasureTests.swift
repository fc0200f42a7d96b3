import Foundation
import GameRules
import Postgres
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

@Suite("Erasing or linking a person in a long session", .database)
struct InterruptedErasureTests {
    /// Ben makes all moves of a long open game but the first, with drafts between them.
    private func play(_ home: Household, by ben: Person) async throws -> SessionID {
        let service = home.service
        let newSession = SessionService.NewSession(
            game: "open", options: ["order": "anyone"], seats: 3,
            move: ["state": 0])
        let request = service.request(of: home.amber, send: .now)
        let id = try await service.sessions.create(newSession, request).session.id
        try await service.show(id, to: ben)
        for revision in 1..<120 {
            let move: GameJSON = ["state": .integer(revision)]
            let isDraft = revision.isMultiple(of: 2)
            for mode in isDraft ? [SendMode.draft, .now] : [.now] {
                _ = try await service.turns.submit(
                    .move(move), in: id, basedOn: revision,
                    service.request(of: ben, send: mode, nickname: "Benedikt", body: "\(revision)"))
            }
        }
        return id
    }

    /// How many rows of the session's events and drafts name each player.
    private func authors(of session: SessionID) async throws -> Set<UUID> {
        let rows = try await TestDatabase.current.pool.query(
            """
            SELECT player_id FROM events WHERE session_id = \(session.uuid)
            UNION SELECT player_id FROM drafts WHERE session_id = \(session.uuid)
            """)
        return Set(try rows.compactMap { try $0.decode(at: 0, as: UUID?.self) })
    }

    @Test(
        "an erasure that ends after any of its pages is finished by the next sweep, and leaves one stand-in",
        arguments: [0, 1, 11, 100])
    func erasure(pages: Int) async throws {
        let home = try await Household()
        let (service, store) = (home.service, try TestDatabase.current.store)
        let session = try await play(home, by: home.ben)
        try await store.erase(home.ben.player, at: service.time.now, salt: UUID(), noting: nil)
        #expect(try await store.player(with: Household.credential(of: home.ben)) == nil)
        let succession = try #require(try await store.succession(of: home.ben.player))
        var place: HistoryPlace? = .start
        for _ in 0..<pages {
            guard let from = place else { break }
            place = try await store.replaceInHistory(
                succession.replacement(in: session), of: session, from: from)
        }
        #expect((place == nil) == (pages == 100))
        // Whoever asks once more changes nothing of that.
        try await store.erase(home.ben.player, at: service.time.now, salt: UUID(), noting: nil)
        try await service.successions.sweep()
        service.time.advance(seconds: 60)
        try await service.successions.sweep()
        #expect(try await home.tables(with: "Benedikt") == [])
        #expect(try await home.tables(with: "\(home.ben.player)") == [])
        let authors = try await authors(of: session)
        #expect(authors.count == 2 && authors.filter { PlayerID($0).isErased }.count == 1)
        try await home.expectConsistency(of: session)
    }

    @Test("a page has a bounded number of rows, and only those in which something changes are written")
    func bounded() async throws {
        let home = try await Household()
        let store = try TestDatabase.current.store
        let session = try await play(home, by: home.ben)
        try await store.erase(home.ben.player, at: home.service.time.now, salt: UUID(), noting: nil)
        let replacement = try #require(try await store.succession(of: home.ben.player)).replacement(in: session)
        var (place, counts): (HistoryPlace?, [Int]) = (.start, [])
        while let from = place {
            place = try await store.replaceInHistory(replacement, of: session, from: from)
            let rows = try await store.pool.query(
                """
                SELECT count(*) FROM events
                WHERE session_id = \(session.uuid) AND player_id = \(home.ben.player.uuid)
                """)
            counts.append(try #require(try rows.first?.decode(at: 0, as: Int.self)))
            let verified = try await store.verify(after: nil, limit: 1)
            #expect(verified.map(\.isConclusive) == [false] && verified.map(\.problem) == [nil])
        }
        #expect(counts.first == 119 - (PostgresStore.replacedEvents - 1) && counts.last == 0)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 - $1 <= PostgresStore.replacedEvents })
    }

    @Test("each of many drafts is looked at once")
    func drafts() async throws {
        let home = try await Household()
        let store = try TestDatabase.current.store
        let session = try await play(home, by: home.ben)
        _ = try await store.pool.query(
            """
            INSERT INTO drafts
            SELECT (json_populate_record(d, json_build_object('draft_id', md5(n::text)::uuid, 'status', 'replaced'))).*
            FROM drafts d CROSS JOIN generate_series(1, 200) AS n
            WHERE d.draft_id = (SELECT draft_id FROM drafts WHERE player_id = \(home.ben.player.uuid) LIMIT 1)
            """)
        let drafts = try await store.pool.query("SELECT count(*) FROM drafts WHERE session_id = \(session.uuid)")
        let count = try #require(try drafts.first?.decode(at: 0, as: Int.self))
        #expect(count > 200)
        try await store.erase(home.ben.player, at: home.service.time.now, salt: UUID(), noting: nil)
        let replacement = try #require(try await store.succession(of: home.ben.player)).replacement(in: session)
        var (place, pages): (HistoryPlace?, Int) = (.drafts(after: nil), 0)
        while let from = place {
            place = try await store.replaceInHistory(replacement, of: session, from: from)
            pages += 1
        }
        #expect(pages <= count / PostgresStore.replacedDrafts + 1)
        let left = try await store.pool.query(
            """
            SELECT FROM drafts WHERE session_id = \(session.uuid)
                AND (player_id = \(home.ben.player.uuid) OR status IN ('live', 'replaced'))
            """)
        #expect(left.isEmpty)
    }

    @Test("a link moves over all of a long session")
    func link() async throws {
        let home = try await Household()
        let session = try await play(home, by: home.newBen)
        try await home.link()
        let authors = try await authors(of: session)
        #expect(authors == [home.amber.player.uuid, home.ben.player.uuid])
        #expect(try await home.service.view(of: session, for: home.ben).you == 1)
        try await home.expectConsistency(of: session)
    }
}
