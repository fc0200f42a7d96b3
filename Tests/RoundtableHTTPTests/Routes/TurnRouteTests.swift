import RoundtableModel
import TestSupport
import Testing

@Suite("Turns over HTTP", .database, .serialized)
struct TurnRouteTests {
    @Test("a move is a draft by default: the view in the answer is without it, and the message is ready")
    func draft() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let answer = expect(
                try await server.move("b2", in: session, at: 2, by: guests[0], ["send": nil]), is: 201)
            #expect(answer["draft"] == true && answer["session", "revision"] == 2)
            #expect(answer["session", "board", "rows"] == ["...", "...", "..."])
            #expect(answer["session", "draft", "move"] == "b2" && answer["session", "draft", "basedOn"] == 2)
            #expect(answer["session", "draft", "message", "layout", "caption"] == "You took the centre")
            #expect(answer["message", "revision"] == 3)
            #expect(answer["message", "layout", "caption"]?.string == "$\(guests[0].local) took the centre")
            let others = try await server.get("/v1/sessions/\(session)", by: guests[1])
            #expect(others["draft"] == .null && others["revision"] == 2)
        }
    }

    @Test("a move that is sent now counts at once")
    func now() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let answer = expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(answer["draft"] == false && answer["session", "revision"] == 3)
            #expect(answer["session", "board", "rows"] == ["...", ".X.", "..."])
            #expect(answer["session", "toAct"] == [1] && answer["session", "legalMoves"] == [])
            let others = try await server.get("/v1/sessions/\(session)", by: guests[1])
            #expect(others["message", "summaryText"] == "Player 1 took the centre")
            #expect(others["message", "token"] == nil && others["message", "url"] == nil)
            #expect(others["message", "layout", "image"]?.string?.hasSuffix(".png") == true)
            #expect(others["legalMoves"]?.array?.count == 8)
        }
    }

    @Test("a move that reveals something counts at once, whatever was asked")
    func revealing() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests, playing: "deal")
            let answer = try await server.move("draw", in: session, at: 2, by: guests[0], ["send": "draft"])
            #expect(expect(answer, is: 201)["draft"] == false)
            #expect(answer["session", "revision"] == 3)
        }
    }

    @Test("an unseated player's first legal move takes an open seat, and a draft of it speaks of them by $local only")
    func firstMove() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("four-in-a-row", by: guests[0], ["move": "4"]).session
            let draft = try await server.move(
                "4", in: session, at: 1, by: guests[1], ["send": "draft", "nickname": "Ben"])
            #expect(expect(draft, is: 201)["session", "you"] == .null)
            #expect(draft["message", "layout", "caption"]?.string == "$\(guests[1].local) played column 4")
            #expect(!draft.text.contains("Ben") && !draft.text.contains("Player 2 played"))
            let answer = expect(
                try await server.move("4", in: session, at: 1, by: guests[1], ["nickname": "Ben"]), is: 201)
            #expect(answer["session", "you"] == 1 && answer["session", "revision"] == 2)
            #expect(answer["session", "seats", "1", "nickname"] == "Ben")
        }
    }

    @Test("a taken seat is told with its player's name, and with what this device calls them")
    func joining() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0], ["nickname": "Amber"]).session
            let answer = expect(try await server.join(session, by: guests[1], ["nickname": "Amber"]), is: 201)
            #expect(answer["draft"] == false && answer["session", "you"] == 1)
            #expect(answer["session", "seats", "1", "nickname"] == "Amber 2")
            #expect(answer["session", "seats", "1", "attribution"]?.string == "$\(guests[1].local)")
            // Two seats taken, one remote: it can only be Amber.
            #expect(answer["session", "seats", "0", "participant"]?.string == guests[1].calls(guests[0]))
            #expect(answer["message", "layout", "caption"]?.string == "$\(guests[1].local) joined the game")
        }
    }

    @Test("a joining that was only drafted takes nothing yet")
    func joiningDraft() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0]).session
            let draft = expect(try await server.join(session, by: guests[1], ["send": nil]), is: 201)
            #expect(draft["draft"] == true && draft["session", "seats", "1", "state"] == "open")
            expect(try await server.join(session, by: guests[2]), is: 201)
            let late = try await server.post("/v1/messages/\(draft.token)/sent", by: guests[1], key: "")
            #expect(expect(late, is: 200)["status"] == "overtaken" && late["revision"] == .null)
        }
    }

    @Test("giving up ends a game of two, and frees nobody's seat")
    func resigning() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let answer = expect(try await server.act("resign", in: session, at: 2, by: guests[0]), is: 201)
            #expect(answer["session", "state"] == "finished" && answer["session", "seats", "0", "state"] == "gone")
            #expect(answer["session", "outcome"] == ["kind": "won", "winners": [1], "scores": nil])
            let events = try await server.get("/v1/sessions/\(session)/events?after=2", by: guests[1])
            #expect(events["events", "0", "kind"] == "resigned" && events["events", "0", "outcome", "kind"] == "won")
            #expect(events["events", "0", "summaryText"] == "Player 1 resigned: You won")
        }
    }

    @Test("a game that everybody left is abandoned")
    func leaving() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("ice-cream", by: guests[0]).session
            let answer = expect(try await server.act("leave", in: session, at: 1, by: guests[0]), is: 201)
            #expect(answer["session", "state"] == "abandoned" && answer["session", "outcome", "kind"] == "abandoned")
        }
    }

    @Test("the creator starts a game that waits, and the seats that are open are closed")
    func starting() async throws {
        try await Server.run(guests: 4) { server, guests in
            let session = try await server.open("deal", by: guests[0]).session
            expect(
                try await server.act("start", in: session, at: 1, by: guests[0]), isProblem: .notAllowed, revision: 1)
            expect(try await server.join(session, by: guests[1]), is: 201)
            expect(
                try await server.act("start", in: session, at: 2, by: guests[1]), isProblem: .notAllowed, revision: 2)
            let answer = expect(try await server.act("start", in: session, at: 2, by: guests[0]), is: 201)
            #expect(answer["session", "state"] == "active")
            #expect(
                (answer["session", "seats"]?.array ?? []).map { $0["state"] } == ["taken", "taken", "closed", "closed"])
            expect(
                try await server.act("start", in: session, at: 3, by: guests[0]), isProblem: .notAllowed, revision: 3)
        }
    }

    @Test("a game waits for its players: before it starts it is nobody's turn")
    func waiting() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("deal", by: guests[0])
            #expect(opened["session", "state"] == "waiting" && opened["session", "board", "dealt"] == 0)
            let early = try await server.move("pass", in: opened.session, at: 1, by: guests[0])
            expect(early, isProblem: .notYourTurn, revision: 1)
            #expect(
                expect(try await server.join(opened.session, by: guests[1]), is: 201)["session", "state"] == "active")
        }
    }

    @Test("two who add a topping at once both count")
    func concurrent() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests, playing: "ice-cream")
            expect(try await server.move("Base=base01", in: session, at: 2, by: guests[0]), is: 201)
            expect(try await server.move("Scoops=scoops05", in: session, at: 3, by: guests[1]), is: 201)
            expect(try await server.move("Topping=topping01", in: session, at: 4, by: guests[0]), is: 201)
            let last = expect(try await server.move("Topping=topping05", in: session, at: 4, by: guests[1]), is: 201)
            #expect(
                last["session", "board", "query"]
                    == "Base=base01&Scoops=scoops05&Topping=topping01&Topping=topping05")
            #expect(last["session", "outcome", "kind"] == "completed")
        }
    }

    @Test("a fresh message shows the newest state, is the asker's own, and is no event")
    func freshMessage() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            let path = "/v1/sessions/\(session)/messages"
            let fresh = expect(try await server.post(path, guests[1].request([:], [:]), by: guests[1]), is: 201)
            #expect(fresh["message", "revision"] == 3)
            #expect(fresh["message", "layout", "caption"]?.string == "$\(guests[1].calls(guests[0])) took the centre")
            #expect(try await server.get("/v1/sessions/\(session)", by: guests[1])["revision"] == 3)
            let stranger = try await server.guests(1)[0]
            let unknown = try await server.post(path, stranger.request([:], [:]), by: stranger)
            expect(unknown, isProblem: .notFound)
            try await server.show(session, to: stranger)
            let refused = try await server.post(path, stranger.request([:], [:]), by: stranger)
            expect(refused, isProblem: .notSeated, revision: 3)
        }
    }

    @Test("before its opening is sent, a session's message is the opening itself; taken back, there is none")
    func freshOpening() async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let opened = try await server.open("tic-tac-toe", by: guest, ["send": "draft"])
            let path = "/v1/sessions/\(try opened.session)/messages"
            let fresh = expect(try await server.post(path, guest.request([:], [:]), by: guest), is: 201)
            #expect(try fresh.token == opened.token)
            expect(try await server.post("/v1/messages/\(try opened.token)/cancel", by: guest, key: ""), is: 200)
            let none = try await server.post(path, guest.request([:], [:]), by: guest)
            expect(none, isProblem: .notAllowed, revision: 0)
        }
    }
}
