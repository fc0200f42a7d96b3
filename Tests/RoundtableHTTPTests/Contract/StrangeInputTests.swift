import Foundation
import RoundtableJSON
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@Suite("Whatever is accepted can be read again", .database, .serialized)
struct StrangeInputTests {
    /// The largest, deepest and strangest values that JSON, a nickname or a key may have, by chance.
    private struct Strange {
        var random: SeededRandom

        private static let pieces = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\u{8}", "\u{1F}", "\u{7F}", "\u{A0}", "é", "e\u{301}", "\u{323}", "ß",
            "ﷺ", "א", "\u{202E}", "\u{200D}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}",
            "👩‍👩‍👧‍👦", "🇩🇪",
            "$", "$(", "${", "$8F0E3D9C-1111-4111-8111-111111111111", "<b>", "&amp;", "';--", "%00", "{\"seat\":1}",
            "\n",
        ]

        mutating func text(upTo length: Int) -> String {
            (0..<Int.random(in: 0...length, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? ""
            }
            .joined()
        }

        mutating func value(depth: Int) -> JSONValue {
            switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
            case 0: .null
            case 1: .bool(.random(using: &random))
            case 2: .integer([Int.min, Int.max, 0, -1, 1 << 53].randomElement(using: &random) ?? 0)
            case 3: .number([1e308, -1e-308, 0.1, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0)
            case 4, 5: .string(text(upTo: 20))
            case 6: .array((0..<3).map { _ in value(depth: depth - 1) })
            case 7: JSONValue(members: [("k", value(depth: depth - 1)), (text(upTo: 4), value(depth: depth - 1))])
            default: (0..<depth).reduce([]) { inner, _ in [inner] }
            }
        }

        mutating func members(of guest: Guest) -> [JSONName: JSONValue] {
            var members: [JSONName: JSONValue] = ["note": value(depth: 5)]
            members[JSONName(text(upTo: 3))] = value(depth: 5)
            members["nickname"] = .string(text(upTo: 60))
            if Bool.random(using: &random) { members["locale"] = .string(locale(upTo: 4)) }
            members["send"] = Bool.random(using: &random) ? "now" : "draft"
            members["options"] = JSONValue(members: [("a", value(depth: 30)), (text(upTo: 9), value(depth: 3))])
            if Bool.random(using: &random) {
                let others = (0..<60).map { _ in JSONValue.string(UUID().uuidString) }
                let remotes = guest.person.conversation.remotes.map { JSONValue.string("\($0)") } + others
                members["conversation"] = ["local": .string(guest.local), "remotes": .array(remotes)]
            }
            return members
        }

        /// NB: with other characters the whole request would be refused.
        private mutating func locale(upTo count: Int) -> String {
            let characters = "aZ9-_@=;,."
            return String(
                (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in
                    characters.randomElement(using: &random)
                })
        }

        mutating func key() -> String {
            String((0..<128).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &random))) })
        }
    }

    /// What was accepted: who opened which session, and by which message.
    private struct Accepted: Sendable {
        let guest: Guest
        let session: String
        let token: String
    }

    /// Lets two people send strange things; what is refused is refused with a reason.
    private func send(_ seed: UInt64, to server: Server) async throws -> [Accepted] {
        var strange = Strange(random: SeededRandom(seed: seed))
        let guests = try await server.guests(3)
        var accepted: [Accepted] = []
        for game in ["ice-cream", "tic-tac-toe", "four-in-a-row", "deal"] {
            let opened = try await server.open(game, by: guests[0], strange.members(of: guests[0]), key: strange.key())
            #expect(opened.status < 500, "\(opened.text)")
            guard opened.status == 201 else { continue }
            let session = try opened.session
            accepted.append(Accepted(guest: guests[0], session: session, token: try opened.token))
            _ = try await server.tap(try opened.token, by: guests[1], from: guests[0])
            let moves: [JSONValue] = ["Base=base01", "b2", "4", "draw", strange.value(depth: 31)]
            for (guest, move) in zip(guests.prefix(2) + guests.prefix(2) + guests.prefix(2), moves) {
                var members = strange.members(of: guest)
                members["options"] = nil
                let moved = try await server.move(move, in: session, at: 1, by: guest, members, key: strange.key())
                #expect(moved.status < 500, "\(moved.text)")
                if moved.status == 201 {
                    accepted.append(Accepted(guest: guest, session: session, token: try moved.token))
                }
            }
            let joined = try await server.join(
                session, by: guests[2], strange.members(of: guests[2]), key: strange.key())
            #expect(joined.status < 500, "\(joined.text)")
        }
        return accepted
    }

    /// Reads everything through every route, and returns the views.
    private func read(_ accepted: [Accepted], from server: Server) async throws -> [Data] {
        var views: [Data] = []
        for one in accepted {
            let path = "/v1/sessions/\(one.session)"
            views.append(expect(try await server.get(path, by: one.guest), is: 200).body)
            expect(try await server.get("\(path)/events", by: one.guest), is: 200)
            expect(try await server.get("/v1/players/me/sessions?limit=100", by: one.guest), is: 200)
            expect(try await server.tap(one.token, by: one.guest, from: nil), is: 200)
            expect(try await server.get("/m/\(one.token)"), is: 200)
            let fresh = try await server.post("\(path)/messages", one.guest.request([:], [:]), by: one.guest)
            #expect(fresh.status < 500, "\(fresh.text)")
        }
        return views
    }

    @Test("through every route, sweep, export and replay, and after a restart", arguments: 0..<4 as Range<UInt64>)
    func readable(seed: UInt64) async throws {
        let database = try TestDatabase.current
        let accepted = try await collect { server in
            let accepted = try await send(seed, to: server)
            #expect(!accepted.isEmpty)
            _ = try await read(accepted, from: server)
            server.time.advance(seconds: 100_000)
            try await server.service.deadlines.sweep()
            try await server.service.claims.sweep()
            try await server.service.successions.sweep()
            return (accepted, try await read(accepted, from: server))
        }
        let restarted = try PostgresStore.ofTests(over: database.pool, database.configuration)
        let again = try await collect(.init(store: restarted)) { server in
            server.time.advance(seconds: 100_000)
            return (accepted.0, try await read(accepted.0, from: server))
        }
        #expect(again.1.count == accepted.1.count)
        for verification in try await database.store.verify(after: nil, limit: 1000) {
            #expect(verification.problem == nil)
            let line = try #require(try await database.store.export(verification.session))
            _ = try JSONValue(json: Array(Data(line)))
        }
        #expect(try await database.store.faults(nil, limit: 10) == [])
    }

    private func collect(
        _ settings: Server.Settings = .init(), _ body: @escaping @Sendable (Server) async throws -> ([Accepted], [Data])
    ) async throws -> ([Accepted], [Data]) {
        let (results, result) = AsyncStream<([Accepted], [Data])>.makeStream()
        try await Server.run(settings) { result.yield(try await body($0)) }
        result.finish()
        return try #require(await results.first { _ in true })
    }
}
