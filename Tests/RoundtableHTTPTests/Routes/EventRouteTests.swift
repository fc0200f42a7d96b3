import RoundtableModel
import TestSupport
import Testing

@Suite("Events over HTTP", .database, .serialized)
struct EventRouteTests {
    @Test("events are told in order, in plain words for their reader")
    func events() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0], ["nickname": "Amber"]).session
            expect(try await server.move("b2", in: session, at: 1, by: guests[0]), is: 201)
            expect(try await server.move("a1", in: session, at: 2, by: guests[1], ["nickname": "Ben"]), is: 201)

            let all = expect(try await server.get("/v1/sessions/\(session)/events", by: guests[1]), is: 200)
            #expect((all["events"]?.array ?? []).map { $0["kind"] } == ["opened", "moved", "moved"])
            #expect(all["next"] == .null)
            #expect(
                all["events", "1"] == [
                    "revision": 2, "kind": "moved", "seat": 0, "joined": false, "move": "b2", "outcome": nil,
                    "at": "2027-01-15T08:00:00Z", "summaryText": "Amber took the centre",
                ])
            #expect(all["events", "2", "joined"] == true)
            #expect(all["events", "2", "summaryText"] == "You took the top left corner")
        }
    }

    @Test("events after a revision are those that follow it", arguments: [(0, 3), (1, 2), (3, 0), (2_147_483_647, 0)])
    func after(revision: Int, count: Int) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            let answer = try await server.get("/v1/sessions/\(session)/events?after=\(revision)", by: guests[0])
            #expect(expect(answer, is: 200)["events"]?.array?.count == count)
        }
    }

    @Test(
        "a revision that can be none is refused",
        arguments: [
            "-1", "x", "1.5", "", "+1", "01", "1&after=1", "99999999999999999999", "2147483648", "9223372036854775807",
        ])
    func badRevision(text: String) async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            let answer = try await server.get("/v1/sessions/\(session)/events?after=\(text)", by: guest)
            expect(answer, isProblem: .badRequest)
        }
    }

    @Test("more than a hundred events come in pages")
    func pages() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests, playing: "deal")
            for revision in 2..<104 {
                let mover = guests[revision % 2]
                expect(try await server.move("draw", in: session, at: revision, by: mover), is: 201)
            }
            let first = try await server.get("/v1/sessions/\(session)/events", by: guests[0])
            #expect(first["events"]?.array?.count == 100 && first["next"] == 100)
            let second = try await server.get("/v1/sessions/\(session)/events?after=100", by: guests[0])
            #expect(second["events"]?.array?.count == 4 && second["next"] == .null)
        }
    }

    @Test("a hidden move is told to who made it, and to nobody else")
    func hidden() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests, playing: "deal")
            expect(try await server.move("pass", in: session, at: 2, by: guests[0]), is: 201)
            let path = "/v1/sessions/\(session)/events?after=2"
            #expect(try await server.get(path, by: guests[0])["events", "0", "move"] == "pass")
            #expect(try await server.get(path, by: guests[1])["events", "0", "move"] == .null)
            let hands = [
                try await server.get("/v1/sessions/\(session)", by: guests[0])["board", "hand"],
                try await server.get("/v1/sessions/\(session)", by: guests[1])["board", "hand"],
            ]
            #expect(hands[0]?.integer != nil && hands[1]?.integer != nil && hands[0] != hands[1])
        }
    }
}
