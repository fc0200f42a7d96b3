import Foundation
import GameRules
@_spi(Roundtable) import RoundtableJSON
import Postgres
import Roundtable
import TestSupport
import Testing

@testable import RoundtableStore

@Suite("An exported session", .database)
struct SessionFileTests {
    let service: TestService
    let people = Person.group(of: 3)

    init() throws { service = try TestService() }

    /// A session with something in every table.
    private func played() async throws -> SessionID {
        let opened = try await service.open("deal", by: people[0], seats: 3, timeout: 60)
        let id = opened.session.id
        _ = try await service.open(opened.message.token, by: people[1], from: people[0])
        for person in people[1...] { _ = try await service.join(id, by: person) }
        let seated = try await service.view(of: id, for: people[0])
        let fresh = try await service.turns.freshMessage(of: id, service.request(of: people[0], send: .now))
        #expect(fresh.token != opened.message.token)
        let lost = people[1].onNewPhone
        _ = try await service.open(opened.message.token, by: lost, from: people[0])
        _ = try await service.reclaim(1, of: id, by: lost)
        #expect(seated.revision == 3)
        return id
    }

    private func remove(_ id: SessionID) async throws {
        for table in ["sessions"] + SessionFile.tables.map(\.name) {
            _ = try await TestDatabase.current.pool.query(
                "DELETE FROM \(unescaped: table) WHERE session_id = \(id.uuid)")
        }
    }

    private func refusal(of line: [UInt8]) async throws -> ServiceError {
        let store = try TestDatabase.current.store
        return try #require(
            await #expect(throws: ServiceError.self) { _ = try await store.importSession(line, noting: .testing) })
    }

    @Test("is taken in again to the byte, and goes on")
    func roundTrip() async throws {
        let store = try TestDatabase.current.store
        let id = try await played()
        let line = try #require(await store.export(id))
        try await remove(id)
        #expect(try await store.export(id) == nil)
        #expect(try await store.importSession(line, noting: .testing) == id)
        #expect(try await store.export(id) == line)
        #expect(try await store.auditLog(.init(limit: 10)) == [.testing])
        let view = try await service.view(of: id, for: people[0])
        #expect(view.revision == 3)
    }

    @Test(
        "keeps an app's JSON byte for byte, with names that are canonically equivalent",
        arguments: 1...5 as ClosedRange<UInt64>)
    func ownJSON(seed: UInt64) async throws {
        let store = try TestDatabase.current.store
        var random = SeededRandom(seed: seed)
        let state = BytewiseJSON.object(of: 35, depth: 2, using: &random).canonical
        let id = try await service.open("open", by: people[0], seats: 1).session.id
        let move = GameJSON(Data("{\"state\":\(state)}".utf8))
        _ = try await service.turns.submit(
            .move(move), in: id, basedOn: 1, service.request(of: people[0], send: .now))
        let line = try #require(await store.export(id))
        #expect(Data(line).range(of: Data("\"state\":\(state)".utf8)) != nil)
        try await remove(id)
        _ = try await store.importSession(line, noting: .testing)
        #expect(try await store.export(id) == line)
        #expect(try await store.verify(after: nil, limit: 9).map(\.problem) == [nil])
        #expect(
            try await service.view(of: id, for: people[0]).board.description.utf8.elementsEqual(
                "{\"private\":null,\"rolled\":null,\"state\":\(state)}".utf8))
    }

    @Test("has all drafts that counted, and the newest hundred of the others, however many there are")
    func drafts() async throws {
        let id = try await played()
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO drafts (session_id, draft_id, player_id, proposal, texts, expected_revision, status, created_at,
                expires_at)
            SELECT session_id, md5(n::text)::uuid, creator, '{}', '{}', 1,
                CASE WHEN n <= 150 THEN 'committed' WHEN n <= 300 THEN 'overtaken' ELSE 'replaced' END,
                created_at + n * interval '1 second', created_at
            FROM sessions CROSS JOIN generate_series(1, 350) AS n
            """)
        let line = try #require(await TestDatabase.current.store.export(id))
        let text = String(decoding: line, as: UTF8.self)
        let counts: [Int] = ["committed", "overtaken", "replaced"].map { text.split(separator: "\"\($0)\"").count - 1 }
        #expect(counts == [150, 50, 50])
    }

    @Test("is refused where it is already, and stays as it was")
    func alreadyHere() async throws {
        let store = try TestDatabase.current.store
        let id = try await played()
        let line = try #require(await store.export(id))
        #expect(try await refusal(of: line).code == .notAllowed)
        #expect(try await store.export(id) == line)
    }

    @Test("is refused if its events don't make it what it says, and leaves nothing behind")
    func unsound() async throws {
        let store = try TestDatabase.current.store
        let id = try await played()
        let line = String(decoding: try #require(await store.export(id)), as: UTF8.self)
        try await remove(id)
        let forged = line.replacing(#""state_revision":3"#, with: #""state_revision":1"#)
        #expect(forged != line)
        let refusal = try await refusal(of: Array(forged.utf8))
        #expect(refusal.code == .badRequest && refusal.detail.contains("state revision"))
        #expect(try await store.countSessions() == 0)
        #expect(try await store.auditLog(.init(limit: 10)).isEmpty)
    }

    @Test(
        "is refused in words if it is damaged, and leaves nothing behind",
        arguments: [
            (#""seat":1"#, #""seat":9"#), (#""seat":1"#, #""seat":-1"#),
            (#""kind":"joined""#, #""kind":"eaten""#),
            (#""seats":[{"#, #""seats":[], "more": [{"#), (#""seats":[{"#, #""seats":[{"x": 1}, {"#),
            (#""to_act":[0]"#, #""to_act":[7]"#), (#""rules":1"#, #""rules":99"#),
            (#""game":"deal""#, #""game":"no-game""#), (#""position":{"#, #""position":{"x": [], "y": {"#),
            (#""bytes":["#, #""bytes":[9223372036854775807,"#), (#""bytes":["#, #""bytes":[-1,"#),
            (#""participants":"#, #""unattended":{"timeouts":9223372036854775807,"skips":0},"participants":"#),
            (#""participants":"#, #""rewritten":[4611686018427387904],"participants":"#),
            (#""hasMoved":"#, #""moves":9223372036854775807,"hasMoved":"#),
            (#""clockTime" : "#, #""clockTime" : -"#), (#""clockTime" : "#, #""clockTime" : 999"#),
            (#""texts":"#, #""stopped":-9223372036854775808,"texts":"#),
            (#""revision":3"#, #""revision":"three""#), (#""updated_at":""#, #""updated_at":"x"#),
        ])
    func damaged(sound: String, broken: String) async throws {
        let store = try TestDatabase.current.store
        let id = try await played()
        let line = String(decoding: try #require(await store.export(id)), as: UTF8.self)
        try await remove(id)
        let damaged = line.replacing(sound, with: broken)
        #expect(damaged != line)
        let refusal = try await refusal(of: Array(damaged.utf8))
        #expect(refusal.code == .badRequest && !refusal.detail.contains(".."), "\(refusal)")
        #expect(try await store.countSessions() == 0)
    }

    @Test("is refused if it is damaged, also if one of its players has been replaced since")
    func damagedAndReplaced() async throws {
        let store = try TestDatabase.current.store
        let id = try await played()
        let line = String(decoding: try #require(await store.export(id)), as: UTF8.self)
        try await remove(id)
        _ = try await store.pool.query(
            """
            INSERT INTO successions (player_id, successor_id, at)
            SELECT DISTINCT (event ->> 'player_id')::uuid, gen_random_uuid(), now()
            FROM json_array_elements(\(line)::json -> 'events') AS event WHERE event ->> 'player_id' IS NOT NULL
            """)
        let damaged = line.replacing(#""to_act":[0]"#, with: #""to_act":[1]"#)
        #expect(damaged != line)
        #expect(try await refusal(of: Array(damaged.utf8)).code == .badRequest)
        #expect(try await store.countSessions() == 0)
    }

    @Test(
        "is refused in words, if it is none",
        arguments: [
            "", "{}", "no JSON", #"{"format": "roundtable-session", "version": 1}"#,
            #"{"format": "roundtable-session", "version": 1, "session": {"session_id": "\#(UUID())"}}"#,
            #"{"format": "roundtable-session", "version": 2, "session": {"session_id": "\#(UUID())"}}"#,
        ])
    func nonsense(line: String) async throws {
        #expect(try await refusal(of: Array(line.utf8)).code == .badRequest)
    }

    /// A session of chess with a nickname, an undo, a draft and a device that knows somebody.
    private func withUndo() async throws -> SessionID {
        let opened = try await service.open(
            "chess", by: people[0],
            request: service.request(of: people[0], send: .now, nickname: "Amber"))
        let id = opened.session.id
        _ = try await service.open(opened.message.token, by: people[1], from: people[0])
        _ = try await service.join(id, by: people[1])
        _ = try await service.move("e2e4", by: people[0], in: id, revision: 2, send: .now)
        for (intent, person) in [(Proposal.Intent.offer(.undo), people[0]), (.accept, people[1])] {
            let revision = try await service.session(id).revision
            _ = try await service.turns.submit(
                intent, in: id, basedOn: revision, service.request(of: person, send: .now, body: "\(intent)"))
        }
        _ = try await service.move("d2d4", by: people[0], in: id, revision: 5)
        return id
    }

    @Test(
        "with a hostile string in any place is refused in words, or shows and keeps nothing of it",
        arguments: [
            String(repeating: "x", count: 200_000), "$\(UUID())", "a\nb", "\u{202E}a", "\u{1B}[2J", "\u{9B}2J",
        ])
    func hostile(words: String) async throws {
        let store = try TestDatabase.current.store
        let id = try await withUndo()
        let line = try #require(await store.export(id))
        try await remove(id)
        let whole = try JSONSerialization.jsonObject(with: Data(line))
        let paths = Self.strings(in: whole)
        #expect(paths.count > 30)
        var taken = 0
        for path in paths {
            let changed = try JSONSerialization.data(withJSONObject: Self.setting(words, at: path[...], in: whole))
            do {
                _ = try await store.importSession(Array(changed), noting: .testing)
            } catch {
                #expect([.badRequest, .notAllowed].contains(error.code), "\(path): \(error)")
                #expect(error.detail.unicodeScalars.count < 300, "\(path)")
                continue
            }
            taken += 1
            let view = try await service.view(of: id, for: people[0])
            let text = view.json
            #expect(text.count < 20_000 && !String(decoding: text, as: UTF8.self).contains(words), "\(path)")
            try await remove(id)
        }
        #expect(taken < paths.count)
    }

    /// The places of the strings of a JSON value: names of members, and numbers of elements.
    private static func strings(in value: Any) -> [[String]] {
        switch value {
        case let members as [String: Any]:
            members.sorted { $0.key < $1.key }.flatMap { name, value in strings(in: value).map { [name] + $0 } }
        case let elements as [Any]:
            elements.enumerated().flatMap { index, value in strings(in: value).map { ["\(index)"] + $0 } }
        default: value is String ? [[]] : []
        }
    }

    private static func setting(_ words: String, at path: ArraySlice<String>, in value: Any) -> Any {
        guard let step = path.first else { return words }
        if var members = value as? [String: Any] {
            members[step] = members[step].map { setting(words, at: path.dropFirst(), in: $0) }
            return members
        }
        guard var elements = value as? [Any], let index = Int(step) else { return value }
        elements[index] = setting(words, at: path.dropFirst(), in: elements[index])
        return elements
    }

    @Test("is refused if it goes back to a position that never was")
    func forgedUndo() async throws {
        let store = try TestDatabase.current.store
        let id = try await withUndo()
        let line = String(decoding: try #require(await store.export(id)), as: UTF8.self)
        try await remove(id)
        // White without its queen, before and after.
        let forged = line.replacing("RNBQKBNR", with: "RNB1KBNR")
        #expect(forged != line)
        let refusal = try await refusal(of: Array(forged.utf8))
        #expect(refusal.code == .badRequest, "\(refusal)")
        #expect(refusal.detail.contains("never was"), "\(refusal)")
        #expect(try await store.countSessions() == 0)
    }

    @Test("is refused with a claim that nobody could veto any more")
    func dueClaim() async throws {
        let store = try TestDatabase.current.store
        let id = try await played()
        let line = String(decoding: try #require(await store.export(id)), as: UTF8.self)
        try await remove(id)
        for (part, other) in [
            (#""until":[^,]*"#, #""until":"2001-01-01T00:00:00+00:00""#),
            (#""clockTime" : [0-9]+"#, #""clockTime" : null"#),
        ] {
            let forged = line.replacing(try Regex(part), with: other)
            #expect(forged != line)
            #expect(try await refusal(of: Array(forged.utf8)).detail.contains("claim"))
        }
        #expect(try await store.countSessions() == 0)
    }
}
