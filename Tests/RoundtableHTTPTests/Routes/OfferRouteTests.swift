import Roundtable
import RoundtableJSON
import RoundtableModel
import TestSupport
import Testing

@Suite("Offers and clocks over HTTP", .database)
struct OfferRouteTests {
    @Test("a draw is offered, seen and accepted")
    func draw() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let offered = try await server.act("offer", in: session, at: 2, by: guests[0], ["kind": "draw"])
            expect(offered, is: 201)
            #expect(offered["session", "offer"] == ["seat": 0, "kind": "draw", "accepted": []])
            #expect(offered["message", "layout", "caption"]?.string?.hasSuffix(" offers a draw") == true)
            let accepted = try await server.act("accept", in: session, at: 3, by: guests[1])
            #expect(accepted["session", "outcome", "kind"] == "drawn" && accepted["session", "offer"] == .null)
            let events = try await server.get("/v1/sessions/\(session)/events?after=2", by: guests[0])
            #expect(events["events", "0", "kind"] == "offered" && events["events", "1", "kind"] == "accepted")
        }
    }

    @Test("a move is taken back, and played again")
    func undo() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.move("a1", in: session, at: 2, by: guests[0]), is: 201)
            expect(try await server.move("b2", in: session, at: 3, by: guests[1]), is: 201)
            let offer = try await server.act(
                "offer", in: session, at: 4, by: guests[0], ["kind": "undo", "send": "draft"])
            #expect(offer["draft"] == true && offer["session", "offer"] == .null)
            let sent = try await server.post(
                "/v1/messages/\(try offer.token)/sent", guests[0].request([:], [:]), by: guests[0], key: "")
            #expect(sent["revision"] == 5)
            let undone = try await server.act("accept", in: session, at: 5, by: guests[1], ["send": "draft"])
            #expect(undone["draft"] == false && undone["session", "board", "rows"] == ["...", "...", "..."])
            #expect(undone["session", "toAct"] == [0] && undone["session", "revision"] == 6)
            expect(try await server.move("b2", in: session, at: 6, by: guests[0]), is: 201)
            expect(
                try await server.move("c3", in: session, at: 3, by: guests[1]), isProblem: .staleRevision, revision: 7)
        }
    }

    @Test("what was revealed is not taken back, and the player reads why")
    func revealed() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests, playing: "yacht")
            expect(try await server.move("roll", in: session, at: 2, by: guests[0]), is: 201)
            let refused = try await server.act("offer", in: session, at: 3, by: guests[0], ["kind": "undo"])
            expect(refused, isProblem: .notAllowed, revision: 3)
            #expect(refused["reason"] == "revealed")
            #expect(refused["detail"] == "Something was revealed since, so the move stands.")
        }
    }

    @Test("what nobody offers can't be answered, and what nobody knows can't be offered")
    func refused() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            for action in ["accept", "decline"] {
                expect(
                    try await server.act(action, in: session, at: 2, by: guests[0]), isProblem: .noOffer, revision: 2)
            }
            expect(try await server.act("offer", in: session, at: 2, by: guests[0]), isProblem: .badRequest)
            expect(
                try await server.act("offer", in: session, at: 2, by: guests[0], ["kind": "world peace"]),
                isProblem: .badRequest)
            expect(
                try await server.act("resume", in: session, at: 2, by: guests[0]), isProblem: .notAllowed, revision: 2)
        }
    }

    @Test("a repeated offer gets the first answer")
    func repeated() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let first = try await server.act("offer", in: session, at: 2, by: guests[0], ["kind": "draw"], key: "k")
            expect(try await server.act("decline", in: session, at: 3, by: guests[1]), is: 201)
            let second = try await server.act("offer", in: session, at: 2, by: guests[0], ["kind": "draw"], key: "k")
            #expect(first.body == second.body && first.status == 201)
        }
    }

    @Test("a pause stops the clocks, each where it is, until somebody goes on")
    func pause() async throws {
        try await Server.run(guests: 2) { server, guests in
            let clock: JSONValue = ["turnSeconds": 60, "bankSeconds": 30, "atEnd": "play"]
            let opening = try await server.open("tic-tac-toe", by: guests[0], ["clock": clock])
            let session = try opening.session
            let joined = try await server.join(session, by: guests[1])
            #expect(joined["session", "seats", "0", "deadline"] == "2027-01-15T08:01:30Z")
            #expect(joined["session", "seats", "0", "bankSeconds"] == 30)
            #expect(joined["session", "seats", "1", "deadline"] == .null)
            expect(try await server.act("offer", in: session, at: 2, by: guests[0], ["kind": "pause"]), is: 201)
            let paused = try await server.act("accept", in: session, at: 3, by: guests[1])
            #expect(paused["session", "clock", "paused"] == true && paused["session", "deadline"] == .null)
            let resumed = try await server.act("resume", in: session, at: 4, by: guests[1])
            #expect(resumed["session", "clock", "paused"] == false)
            #expect(resumed["session", "deadline"] == "2027-01-15T08:01:30Z")
        }
    }

    @Test("a clock that has stopped because nobody acted goes on once somebody says so who waits for another")
    func nobodyActed() async throws {
        try await Server.run(guests: 2) { server, guests in
            let clock: JSONValue = ["turnSeconds": 60, "atEnd": "play"]
            let session = try await server.open("tic-tac-toe", by: guests[0], ["clock": clock]).session
            expect(try await server.join(session, by: guests[1]), is: 201)
            for _ in 0..<2 {
                server.time.advance(seconds: 61)
                try await server.service.deadlines.sweep()
            }
            let stopped = try await server.get("/v1/sessions/\(session)", by: guests[1])
            #expect(stopped["clock", "paused"] == true && stopped["deadline"] == .null && stopped["toAct"] == [0])
            let resumed = try await server.act("resume", in: session, at: 4, by: guests[1])
            #expect(resumed["session", "clock", "paused"] == false)
            #expect(resumed["session", "seats", "0", "deadline"] == "2027-01-15T08:03:02Z")
            expect(
                try await server.act("resume", in: session, at: 5, by: guests[1]), isProblem: .notAllowed, revision: 5)
        }
    }

    @Test(
        "who has lost by time, or given up, still sees their seat in the game that is over", arguments: [true, false])
    func lost(byTime: Bool) async throws {
        try await Server.run(guests: 3) { server, guests in
            let clock: JSONValue = ["turnSeconds": 60, "atEnd": "forfeit"]
            let opening = try await server.open("sea-battle", by: guests[0], ["clock": clock])
            let session = try opening.session
            expect(try await server.join(session, by: guests[1]), is: 201)
            let fleet: JSONValue = "place A1h5,A3h4,A5h3,A7h3,A9h2"
            expect(try await server.move(fleet, in: session, at: 2, by: guests[1]), is: 201)
            if byTime {
                server.time.advance(seconds: 61)
                try await server.service.deadlines.sweep()
            } else {
                expect(try await server.act("resign", in: session, at: 3, by: guests[0]), is: 201)
            }
            let path = "/v1/sessions/\(session)"
            let view = try await server.get(path, by: guests[0])
            #expect(view["state"] == "finished" && view["outcome", "winners"] == [1])
            #expect(view["you"] == 0 && view["seats", "0", "you"] == true && view["seats", "0", "state"] == "gone")
            #expect(view["legalMoves"] == [] && view["board", "yours"] != .null)
            #expect(try await server.get(path, by: guests[1])["you"] == 1)
            try await server.show(session, to: guests[2])
            #expect(try await server.get(path, by: guests[2])["you"] == .null)
        }
    }

    @Test(
        "a clock that can't be kept is refused",
        arguments: [
            ["turnSeconds": 59], ["turnSeconds": 60, "bankSeconds": -1], ["turnSeconds": 60, "atEnd": "skip"],
            ["turnSeconds": 60, "atEnd": "explode"],
        ] as [JSONValue])
    func clocks(clock: JSONValue) async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            expect(try await server.open("tic-tac-toe", by: guest, ["clock": clock]), isProblem: .badOptions)
        }
    }
}
