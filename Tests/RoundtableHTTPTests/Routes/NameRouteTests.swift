import Foundation
import GameRules
import HTTPTypes
import RoundtableJSON
import Roundtable
import RoundtableModel
import TestSupport
import Testing

/// An app's own JSON over HTTP: what it sent comes back byte for byte, wherever it has been in between.
@Suite("Names and texts of an app's own JSON", .database)
struct NameRouteTests {
    private struct Player {
        let server: Server
        let guest: Guest

        func post(_ path: String, _ members: String) async throws -> Reply {
            let conversation = String(decoding: guest.conversation.json, as: UTF8.self)
            return try await server.send(
                .post, path, by: guest, headers: ["Idempotency-Key": UUID().uuidString],
                body: Data("{\"conversation\":\(conversation),\(members)}".utf8))
        }

        func move(_ move: String, in id: String, at revision: Int, send: String = "now") async throws -> Reply {
            try await post(
                "/v1/sessions/\(id)/turns", "\"move\":\(move),\"revision\":\(revision),\"send\":\"\(send)\"")
        }
    }

    /// Expects a piece of JSON in a text, byte for byte.
    private func expect(
        _ piece: String, in answer: Reply, at place: SourceLocation = #_sourceLocation
    ) {
        let isThere = answer.body.range(of: Data(piece.utf8)) != nil
        #expect(isThere, "\(piece) is not in \(answer.text)", sourceLocation: place)
    }

    @Test("come back byte for byte from states, patches, secrets, drafts and events", arguments: [1, 2, 3, 4])
    func roundTrip(seed: UInt64) async throws {
        try await Server.run { server in
            var random = SeededRandom(seed: seed)
            let guest = try await server.guests(1)[0]
            let player = Player(server: server, guest: guest)
            var state = BytewiseJSON.object(of: 35, depth: 2, using: &random)
            let secret = BytewiseJSON.object(of: 9, depth: 1, using: &random)
            let begun = try await player.post(
                "/v1/sessions",
                """
                "game":"open","options":{"order":"anyone","seats":1},"send":"now",
                "move":{"state":\(state.sent(using: &random)),"private":{"0":\(secret.sent(using: &random))}}
                """)
            let id = try RoundtableHTTPTests.expect(begun, is: 201).session
            expect("\"state\":\(state.canonical)", in: begun)
            for revision in 1...3 {
                let patch = BytewiseJSON.object(of: 20, depth: 2, using: &random)
                state = state.merging(patch: patch)
                let sent = "{\"patch\":\(patch.sent(using: &random))}"
                if revision == 2 {
                    let draft = try await player.move(sent, in: id, at: revision, send: "draft")
                    RoundtableHTTPTests.expect(draft, is: 201)
                    expect(patch.canonical, in: try await server.get("/v1/sessions/\(id)", by: guest))
                    let path = "/v1/messages/\(try draft.token)/sent"
                    RoundtableHTTPTests.expect(try await server.post(path, [:], by: guest), is: 200)
                } else {
                    let moved = try await player.move(sent, in: id, at: revision)
                    expect("\"state\":\(state.canonical)", in: RoundtableHTTPTests.expect(moved, is: 201))
                }
                expect("\"state\":\(state.canonical)", in: try await server.get("/v1/sessions/\(id)", by: guest))
                let events = try await server.get("/v1/sessions/\(id)/events?after=\(revision)", by: guest)
                expect("\"patch\":\(patch.canonical)", in: events)
            }
            expect("\"private\":\(secret.canonical)", in: try await server.get("/v1/sessions/\(id)", by: guest))
        }
    }

    @Test("are the same after somebody else is erased")
    func erasure() async throws {
        try await Server.run { server in
            var random = SeededRandom(seed: 7)
            let guests = try await server.guests(2)
            let player = Player(server: server, guest: guests[0])
            let state = BytewiseJSON.object(of: 35, depth: 2, using: &random)
            let begun = try await player.post(
                "/v1/sessions",
                """
                "game":"open","options":{"seats":2},"send":"now","nickname":"Zoë",
                "move":{"state":\(state.sent(using: &random))}
                """)
            let id = try RoundtableHTTPTests.expect(begun, is: 201).session
            let joined = try await server.join(id, by: guests[1], ["nickname": "Benedikt"])
            RoundtableHTTPTests.expect(joined, is: 201)
            RoundtableHTTPTests.expect(try await server.send(.delete, "/v1/players/me", by: guests[1]), is: 204)
            let erased = try await server.get("/v1/sessions/\(id)", by: guests[0])
            expect("\"state\":\(state.canonical)", in: erased)
            #expect(!erased.text.contains("Benedikt"))
            let events = try await server.get("/v1/sessions/\(id)/events?after=0", by: guests[0])
            expect("\"state\":\(state.canonical)", in: events)
        }
    }

    @Test(
        "patches of members that only look the same don't overtake each other; a request with another name is another")
    func apart() async throws {
        try await Server.run(guests: 2) { server, guests in
            let answer = try await server.open(
                "open", by: guests[0], ["options": ["order": "anyone", "seats": 2], "move": ["state": [:]]])
            let id = try RoundtableHTTPTests.expect(answer, is: 201).session
            RoundtableHTTPTests.expect(try await server.join(id, by: guests[1]), is: 201)
            func patch(_ name: JSONName, _ value: Int) -> JSONValue { ["patch": .object([name: .integer(value)])] }
            let names: [JSONName] = ["caf\u{E9}", "cafe\u{301}"]
            for (guest, name) in zip(guests, names) {
                let moved = try await server.move(patch(name, 1), in: id, at: 2, by: guest, key: "\(guest.player)")
                RoundtableHTTPTests.expect(moved, is: 201)
            }
            let late = try await server.move(patch(names[0], 2), in: id, at: 2, by: guests[1])
            RoundtableHTTPTests.expect(late, isProblem: .staleRevision, revision: 4)
            let read = try await server.get("/v1/sessions/\(id)", by: guests[0])
            expect("\"state\":{\"cafe\u{301}\":1,\"caf\u{E9}\":1}", in: read)
            let other = try await server.move(patch(names[1], 1), in: id, at: 2, by: guests[0], key: guests[0].player)
            #expect(other.isProblem(.idempotencyKeyReused, revision: 4), "\(other.text)")
        }
    }

    @Test("U+0000 is refused in names and texts, and half a surrogate pair with the place where it is")
    func refused() async throws {
        try await Server.run { server in
            let player = Player(server: server, guest: try await server.guests(1)[0])
            for state in [#""a\u0000b""#, #"{"\u0000":1}"#, #"["\ud83d"]"#, #"{"\ude00":1}"#] {
                let answer = try await player.post(
                    "/v1/sessions", #""game":"open","options":{"seats":1},"move":{"state":\#(state)}"#)
                RoundtableHTTPTests.expect(answer, isProblem: .badRequest)
            }
        }
    }
}
