import Foundation
import RoundtableModel
import TestSupport
import Testing

@Suite("Refusals over HTTP", .database, .serialized)
struct RefusalTests {
    @Test("a game that is over is over for everybody, before anything else is looked at")
    func sessionOver() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.act("resign", in: session, at: 2, by: guests[0]), is: 201)
            for guest in guests {
                let moved = try await server.move("z9", in: session, at: 0, by: guest)
                expect(moved, isProblem: .sessionOver, revision: 3)
                expect(try await server.join(session, by: guest), isProblem: .sessionOver, revision: 3)
                let acted = try await server.act("start", in: session, at: 0, by: guest)
                expect(acted, isProblem: .sessionOver, revision: 3)
            }
        }
    }

    @Test("who has no seat is told so before the revision is looked at")
    func noSeat() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable(guests)
            let stranger = guests[2]
            let moved = try await server.move("z9", in: session, at: 0, by: stranger)
            expect(moved, isProblem: .noOpenSeat, revision: 2)
            expect(try await server.join(session, by: stranger), isProblem: .noOpenSeat, revision: 2)
            for action in ["start", "resign", "leave"] {
                let acted = try await server.act(action, in: session, at: 0, by: stranger)
                expect(acted, isProblem: .notSeated, revision: 2)
            }
            let foreign = try await server.move("z9", in: session, at: 0, by: guests[0], ["seat": 1])
            expect(foreign, isProblem: .notSeated, revision: 2)
        }
    }

    @Test("an old revision is told before whose turn it is")
    func stale() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            for revision in [0, 2, 4, 2_147_483_648] {
                let moved = try await server.move("z9", in: session, at: revision, by: guests[0])
                expect(moved, isProblem: .staleRevision, revision: 3)
                let resigned = try await server.act("resign", in: session, at: revision, by: guests[0])
                expect(resigned, isProblem: .staleRevision, revision: 3)
            }
        }
    }

    @Test("a move that is too large or can't be read is refused as any other: last, whoever sends it")
    func largeLast() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable(guests)
            let large = String(repeating: "a", count: 3000)
            func expectRefusal(of guest: Guest, at revision: Int, _ code: ErrorCode) async throws {
                let moved = try await server.move(.string(large), in: session, at: revision, by: guest)
                expect(moved, isProblem: code, revision: 2)
            }
            try await expectRefusal(of: guests[2], at: 2, .noOpenSeat)
            try await expectRefusal(of: guests[0], at: 9, .staleRevision)
            try await expectRefusal(of: guests[1], at: 2, .notYourTurn)
            try await expectRefusal(of: guests[0], at: 2, .illegalMove)
            expect(try await server.act("resign", in: session, at: 2, by: guests[0]), is: 201)
            for guest in guests {
                let moved = try await server.move(.string(large), in: session, at: 3, by: guest)
                expect(moved, isProblem: .sessionOver, revision: 3)
            }
        }
    }

    @Test("a joining elsewhere overtakes nobody")
    func joiningOvertakesNobody() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.move("b2", in: session, at: 1, by: guests[0]), is: 201)
        }
    }

    @Test("whose turn it is not is told before the rules are looked at")
    func notYourTurn() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let moved = try await server.move("z9", in: session, at: 2, by: guests[1])
            expect(moved, isProblem: .notYourTurn, revision: 2)
        }
    }

    @Test(
        "a move against the rules is refused with the rule",
        arguments: [
            ("a1", "cell_taken"), ("z9", "no_such_cell"), ("", "unreadable"), (nil, "unreadable"), (3, "unreadable"),
            (["a1"], "unreadable"), (["cell": "a1"], "unreadable"), (true, "unreadable"), (1.5, "unreadable"),
        ] as [(JSONValue, String)])
    func illegal(move: JSONValue, reason: String) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.move("a1", in: session, at: 2, by: guests[0]), is: 201)
            let answer = try await server.move(move, in: session, at: 3, by: guests[1])
            expect(answer, isProblem: .illegalMove, revision: 3)
            #expect(answer["reason"]?.string == reason)
        }
    }

    @Test("a session that was not opened yet has no seat to take and no turn")
    func unopened() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft"]).session
            expect(try await server.join(session, by: guests[1]), isProblem: .notFound)
            expect(try await server.join(session, by: guests[0]), isProblem: .seatTaken, revision: 0)
            expect(try await server.move("a1", in: session, at: 0, by: guests[1]), isProblem: .notFound)
            expect(try await server.move("a1", in: session, at: 0, by: guests[0]), isProblem: .notYourTurn, revision: 0)
            expect(
                try await server.act("leave", in: session, at: 0, by: guests[0]), isProblem: .notAllowed, revision: 0)
        }
    }

    @Test("nobody sits twice")
    func seatTaken() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.open("ice-cream", by: guests[0]).session
            let joined = try await server.join(session, by: guests[0])
            expect(joined, isProblem: .seatTaken, revision: 1)
            #expect(joined["reason"] == "already_seated")
            #expect(joined["detail"] == "You have a seat in this game already.")
        }
    }

    @Test("players read what is wrong in their language, and the app's author in English")
    func languages() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            let german = try await server.post(
                "/v1/sessions/\(session)/turns", by: guest, headers: ["Accept-Language": "de-AT"])
            expect(german, isProblem: .badRequest)
            #expect(german.header("Content-Language") == "de" && german["title"] == "Das ist nicht zu verstehen")
            #expect(german["detail"]?.string?.hasPrefix("Die App und das Spiel verstehen einander nicht.") == true)
            #expect(german["developerDetail"]?.string?.hasSuffix("is missing.") == true)
        }
    }

    @Test("an action that no session has is a bad request", arguments: ["reclaim", "veto", "dance", "", "\u{0}"])
    func unknownAction(action: String) async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            expect(try await server.act(action, in: session, at: 1, by: guest), isProblem: .badRequest)
        }
    }

    @Test("nothing is found that is not there", arguments: ["00000000-0000-4000-8000-000000000000", "x", "%00", "1"])
    func notFound(session: String) async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            for path in ["", "/events", "/stream"] {
                expect(try await server.get("/v1/sessions/\(session)\(path)", by: guest), isProblem: .notFound)
            }
            expect(try await server.move("a1", in: session, at: 0, by: guest), isProblem: .notFound)
            expect(try await server.join(session, by: guest), isProblem: .notFound)
            expect(try await server.act("leave", in: session, at: 0, by: guest), isProblem: .notFound)
            expect(
                try await server.post("/v1/sessions/\(session)/messages", guest.request([:], [:]), by: guest),
                isProblem: .notFound)
        }
    }

    @Test("a title says the kind of problem and the detail this case, and nothing from inside is told")
    func problemDetails() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let answer = try await server.move("b2", in: session, at: 2, by: guests[1])
            #expect(answer.header("Content-Type") == "application/problem+json")
            #expect(answer.header("Cache-Control") == "no-store")
            #expect(
                answer.json == [
                    "type": "urn:problem-type:roundtable:not_your_turn", "title": "It is not your turn", "status": 403,
                    "detail": "Somebody else is to move now.", "code": "not_your_turn", "revision": 2,
                    "requestId": .string(try #require(answer.header("X-Request-ID"))),
                ])
        }
    }
}
