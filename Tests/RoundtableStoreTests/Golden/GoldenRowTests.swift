import Foundation
import GameRules
import JSON
import Postgres
@testable import Roundtable
@testable import RoundtableStore
import TestSupport
import Testing

/// Sessions with all their rows as schema 15 had them, a line each: played by people, liars and attackers, with every
/// kind of event, draft, claim and answer. Never written anew: whatever a version has stored, every later one reads.
@Suite("Rows as an earlier version wrote them", .database)
struct GoldenRowTests {
    private static let lines: [[UInt8]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "sessions.jsonl")
        let text = (try? Data(contentsOf: file)) ?? Data()
        return text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }()

    private func taken(_ number: Int) async throws -> (SessionID, PostgresStore) {
        let store = try TestDatabase.current.store
        let line = Self.lines[number]
        // NB: replays the session, and refuses it if its events don't lead to what it is.
        let id = try await store.importSession(line, noting: .testing)
        _ = try await store.pool.query(
            """
            INSERT INTO answers SELECT row.*
            FROM json_populate_recordset(NULL::answers, \(PostgresJSON(line)) -> 'answers') row
            """)
        return (id, store)
    }

    @Test("are taken in, replayed, and shown to each of their players", arguments: 0..<16)
    func shown(number: Int) async throws {
        let (id, store) = try await taken(number)
        let pool = store.pool
        for row in try await pool.query("SELECT DISTINCT player_id, local_id FROM devices") {
            let (player, local) = try row.decode((UUID, UUID).self)
            let asker = Asker(player: PlayerID(player), local: ParticipantID(local))
            let record = try #require(try await store.record(of: id, for: asker))
            #expect(record.device?.player == asker.player)
        }
        for row in try await pool.query("SELECT draft_id FROM drafts") {
            #expect(try await store.draft(DraftID(try row.decode("draft_id")), of: id) != nil)
        }
        for row in try await pool.query("SELECT player_id, key FROM answers") {
            let (player, key) = try row.decode((UUID, String).self)
            #expect(try await store.answer(to: PlayerID(player), key: key, in: id) != nil)
        }
        for row in try await pool.query("SELECT claim_id FROM claims") {
            #expect(try await store.claim(ClaimID(try row.decode("claim_id")), of: id) != nil)
        }
    }

    @Test("are written again as they were", arguments: 0..<16)
    func written(number: Int) async throws {
        let (_, store) = try await taken(number)
        try await expect("details", of: "events", in: store, as: Event.Details.self)
        try await expect("seating", of: "sessions", in: store, as: Seating.self)
        try await expect("outcome", of: "sessions", in: store, as: GameRules.Outcome.self)
        try await expect("proposal", of: "drafts", in: store, as: Proposal.self)
        try await expect("texts", of: "drafts", in: store, as: MessageTexts.self)
        try await expect("aliases", of: "devices", in: store, as: AliasBook.self)
        try await expect("answer", of: "answers", in: store, as: StoredAnswer.self)
        try await expect("witnesses", of: "claims", in: store, as: Witnesses.self)
    }

    private func expect(
        _ column: String, of table: String, in store: PostgresStore, as type: (some JSONConvertible).Type
    ) async throws {
        let rows = try await store.pool.query(
            "SELECT \(unescaped: column)::json FROM \(unescaped: table) WHERE \(unescaped: column) IS NOT NULL")
        for row in rows {
            let json = try row.decode(at: 0, as: PostgresJSON.self)
            let stored = try JSONDocument(json.text).root.canonicalJSON()
            let written = try json.decode(type).json
            #expect(String(decoding: written, as: UTF8.self) == String(decoding: stored, as: UTF8.self))
        }
    }
}
