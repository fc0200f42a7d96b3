import Foundation
import GameRules
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

/// Numbers that take six bytes in a move, and 326 where a database writes them in full.
@Suite("Numbers that are long when written in full", .database)
struct StoredNumbersTests {
    let home: Household

    init() async throws { home = try await Household() }

    /// Ben opens a game with such numbers, and makes moves and drafts of them.
    private func play() async throws -> SessionID {
        let service = home.service
        let numbers = GameJSON(Data("[\(Array(repeating: "5e-324", count: 3000).joined(separator: ","))]".utf8))
        let newSession = SessionService.NewSession(
            game: "open", options: ["order": "anyone"], seats: 2, move: ["state": .null])
        let id = try await service.sessions.create(newSession, service.request(of: home.ben, send: .now)).session.id
        for revision in 1..<6 {
            for mode in [SendMode.draft, .now] {
                let move = GameJSON(Data(#"{"state":"#.utf8) + numbers.data + Data("}".utf8))
                _ = try await service.turns.submit(
                    .move(move), in: id, basedOn: revision,
                    service.request(of: home.ben, send: mode, nickname: "Benedikt", body: "\(revision)"))
            }
        }
        return id
    }

    private func bytes(_ column: String, of table: String) async throws -> Int {
        let rows = try await TestDatabase.current.pool.query(
            "SELECT sum(octet_length(\(unescaped: column)::text)) FROM \(unescaped: table)")
        return try #require(try rows.first?.decode(at: 0, as: Int?.self))
    }

    private func moves(of session: SessionID) async throws -> [Data?] {
        try await home.service.events(of: session).map { $0.details.move?.data }
    }

    @Test("stay as they are when their player is erased, or becomes another", arguments: [true, false])
    func replaced(erases: Bool) async throws {
        let id = try await play()
        let before = try await (bytes("move", of: "events"), bytes("move", of: "drafts"))
        let moves = try await moves(of: id)
        if erases {
            try await home.service.successions.erase(home.ben.player)
        } else {
            let code = try await home.service.links.makeCode(for: home.newBen.player).code
            _ = try await home.service.links.enter(code.text, by: home.ben.player)
        }
        home.service.time.advance(seconds: 60)
        try await home.service.successions.sweep()
        let after = try await (bytes("move", of: "events"), bytes("move", of: "drafts"))
        #expect(before.0 > 100_000 && after.0 < before.0 + 2000 && after.1 == before.1)
        #expect(try await self.moves(of: id).prefix(moves.count) == moves[...])
        #expect(try await home.tables(with: "\(home.ben.player)") == (erases ? [] : ["link_codes"]))
        #expect(try await home.tables(with: "Benedikt").isEmpty == erases)
        try await home.expectConsistency(of: id)
    }

    @Test("are exported and listed as they are, and taken in again")
    func exported() async throws {
        let id = try await play()
        let store = try TestDatabase.current.store
        let (events, drafts) = try await (bytes("move", of: "events"), bytes("move", of: "drafts"))
        let line = try #require(try await store.export(id))
        #expect(line.count < 2 * (events + drafts) && !line.contains(10))
        let holdings = try await store.holdings(of: home.ben.player)
        #expect(holdings.map(\.count).reduce(0, +) < 2 * (events + drafts))
        let moves = try await moves(of: id)
        _ = try await TestDatabase.current.pool.query("UPDATE sessions SET phase = 'finished'")
        #expect(try await store.removeFinished([id.uuid], at: nil, archive: nil, noting: nil) == [id])
        #expect(try await store.importSession(line, noting: .testing) == id)
        #expect(try await self.moves(of: id) == moves)
        #expect(try await store.export(id) == line)
    }
}
