import Foundation
import HTTPTypes
import RoundtableJSON
import Postgres
import RoundtableModel
import TestSupport
import Testing

@Suite("Repeated requests over HTTP", .database, .serialized)
struct IdempotencyTests {
    @Test(
        "every request that makes a message gets its first answer again, byte for byte, also when the game has moved on"
    )
    func sameBytes() async throws {
        try await Server.run(guests: 2) { server, guests in
            let (amber, ben) = (guests[0], guests[1])
            let opened = try await server.open("tic-tac-toe", by: amber, ["nickname": "Amber"], key: "open")
            let session = try opened.session
            let joined = try await server.join(session, by: ben, key: "join")
            let moved = try await server.move("b2", in: session, at: 2, by: amber, ["send": "draft"], key: "move")
            let fresh = try await server.post(
                "/v1/sessions/\(session)/messages", amber.request([:], [:]), by: amber, key: "fresh")
            expect(try await server.tap(moved.token, by: ben, from: amber), is: 200)
            let resigned = try await server.act("resign", in: session, at: 3, by: ben, key: "resign")
            for answer in [opened, joined, moved, fresh, resigned] { expect(answer, is: 201) }

            server.time.advance(seconds: 3600)
            let again = [
                try await server.open("tic-tac-toe", by: amber, ["nickname": "Amber"], key: "open"),
                try await server.join(session, by: ben, key: "join"),
                try await server.move("b2", in: session, at: 2, by: amber, ["send": "draft"], key: "move"),
                try await server.post(
                    "/v1/sessions/\(session)/messages", amber.request([:], [:]), by: amber, key: "fresh"),
                try await server.act("resign", in: session, at: 3, by: ben, key: "resign"),
            ]
            for (first, second) in zip([opened, joined, moved, fresh, resigned], again) {
                expect(second, is: 201)
                #expect(first.text == second.text)
            }
            let view = try await server.get("/v1/sessions/\(session)", by: amber)
            #expect(view["revision"] == 4)
        }
    }

    @Test("from other identifiers the same request gets the same token, with texts for these")
    func otherIdentifiers() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], key: "k")
            let reinstalled = guests[0].onAnotherDevice
            let again = expect(try await server.open("tic-tac-toe", by: reinstalled, key: "k"), is: 201)
            #expect(try again.token == opened.token)
            #expect(again["message", "layout", "caption"]?.string?.hasPrefix("$\(reinstalled.local) ") == true)
        }
    }

    @Test("where and how the answer is read makes no other request, and neither does the order of members")
    func sameRequest() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let first = try await server.move("b2", in: session, at: 2, by: guests[0], key: "k")
            let again = try await server.move(
                "b2", in: session, at: 2, by: guests[0], ["locale": "en-GB", "nickname": "Amber"], key: "k")
            #expect(expect(again, is: 201)["message", "token"] == first["message", "token"])
            let path = "/v1/sessions/\(session)/turns"
            let conversation = String(
                decoding: Data(guests[0].conversation.json), as: UTF8.self)
            let body = #"{ "send":"now","revision":2.0, "move":"\u0062\u0032","conversation":\#(conversation)}"#
            let spelled = try await server.send(
                .post, path, by: guests[0], headers: ["Idempotency-Key": "k"], body: Data(body.utf8))
            #expect(expect(spelled, is: 201).text == first.text)
        }
    }

    @Test("a key that comes with another request is refused, whatever that request is")
    func reused() async throws {
        try await Server.run(guests: 2) { server, guests in
            let amber = guests[0]
            let session = try await server.open("ice-cream", by: amber, key: "k").session
            let other = try await server.open("ice-cream", by: amber, ["options": ["seats": 4]], key: "k")
            expect(other, isProblem: .idempotencyKeyReused, revision: 1)
            let moved = try await server.move("Base=base01", in: session, at: 1, by: amber, key: "k")
            expect(moved, isProblem: .idempotencyKeyReused, revision: 1)
            let acted = try await server.act("leave", in: session, at: 1, by: amber, key: "k")
            expect(acted, isProblem: .idempotencyKeyReused, revision: 1)
            let fresh = try await server.post(
                "/v1/sessions/\(session)/messages", amber.request([:], [:]), by: amber, key: "k")
            expect(fresh, isProblem: .idempotencyKeyReused, revision: 1)

            expect(try await server.join(session, by: guests[1], key: "k"), is: 201)
            let twice = try await server.join(session, by: guests[1], ["send": "draft"], key: "k")
            expect(twice, isProblem: .idempotencyKeyReused, revision: 2)
        }
    }

    @Test("a refusal is not remembered: the same request counts once it is legal")
    func refusalsAreForgotten() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let early = try await server.move("a1", in: session, at: 3, by: guests[1], key: "k")
            expect(early, isProblem: .staleRevision, revision: 2)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            expect(try await server.move("a1", in: session, at: 3, by: guests[1], key: "k"), is: 201)
        }
    }

    @Test("twenty repeats at once are one event with one answer")
    func atOnce() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        expect(try await server.move("b2", in: session, at: 2, by: guests[0], key: "k"), is: 201).text
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
            #expect(try await server.get("/v1/sessions/\(session)", by: guests[0])["revision"] == 3)
        }
    }

    @Test("a key is needed, of 1 to 128 characters")
    func keys() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            let body = guest.request(["send": "now"], [:])
            for path in ["turns", "seats", "actions", "messages"].map({ "/v1/sessions/\(session)/\($0)" }) {
                let members = guest.request(["revision": 1, "move": "Base=base01", "action": "leave"], [:])
                expect(try await server.post(path, members, by: guest, key: ""), isProblem: .badRequest)
            }
            let game = guest.request(["game": "ice-cream"], [:])
            expect(try await server.post("/v1/sessions", game, by: guest, key: ""), isProblem: .badRequest)
            for length in [129, 200, 5000] {
                let key = String(repeating: "k", count: length)
                expect(try await server.post("/v1/sessions", game, by: guest, key: key), isProblem: .badRequest)
                expect(
                    try await server.post("/v1/sessions/\(session)/seats", body, by: guest, key: key),
                    isProblem: .badRequest)
            }
            let longest = String(repeating: "k", count: 128)
            expect(try await server.post("/v1/sessions", game, by: guest, key: longest), is: 201)
            let combined = "e" + String(repeating: "\u{301}", count: 4000)
            expect(try await server.post("/v1/sessions", game, by: guest, key: combined), isProblem: .badRequest)
        }
    }

    @Test("an answer that is too old is forgotten, and a creation with its key does not open a second game")
    func forgotten() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest, key: "k").session
            server.time.advance(seconds: 259_201)
            let again = try await server.open("ice-cream", by: guest, key: "k")
            expect(again, isProblem: .idempotencyKeyReused, revision: 1)
            let list = try await server.get("/v1/players/me/sessions", by: guest)
            #expect((list["sessions"]?.array ?? []).map { $0["id"]?.string } == [session])
        }
    }
}
