import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@Suite("Messages over HTTP", .database, .serialized)
struct MessageRouteTests {
    @Test("opening a draft's bubble with its sender commits it, and tells where it stands and what came since")
    func open() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("four-in-a-row", by: guests[0], ["send": "draft", "move": "4"])
            let tapped = expect(try await server.tap(opened.token, by: guests[1], from: guests[0]), is: 200)
            #expect(tapped["tapped"] == ["revision": 1, "status": "latest", "seat": 0, "hint": nil])
            #expect(tapped["session", "state"] == "active" && tapped["session", "you"] == .null)
            #expect(tapped["session", "seats", "0", "participant"]?.string == guests[1].calls(guests[0]))
            #expect(tapped["events"] == [] && tapped["next"] == .null)

            expect(try await server.move("4", in: opened.session, at: 1, by: guests[1]), is: 201)
            let later = expect(try await server.tap(opened.token, by: guests[1], from: guests[0]), is: 200)
            #expect(later["tapped", "status"] == "earlier" && later["tapped", "revision"] == 1)
            #expect((later["events"]?.array ?? []).map { $0["revision"] } == [2])
        }
    }

    @Test("its author may look at a staged message without sending it")
    func ownDraft() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft"])
            let tapped = expect(try await server.tap(opened.token, by: guests[0], from: nil), is: 200)
            #expect(tapped["tapped"] == ["revision": nil, "status": "draft", "seat": 0, "hint": nil])
            #expect(tapped["session", "state"] == "draft")
            let sent = expect(try await server.tap(opened.token, by: guests[0], from: guests[0]), is: 200)
            #expect(sent["tapped", "status"] == "latest" && sent["session", "revision"] == 1)
        }
    }

    @Test("another player's device that holds the bubble proves it, even while it does not know the sender")
    func provenWithoutSender() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft"])
            let tapped = expect(try await server.tap(opened.token, by: guests[1], from: nil), is: 200)
            #expect(tapped["tapped", "status"] == "latest" && tapped["session", "revision"] == 1)
            #expect(tapped["session", "seats", "0", "participant"] == .null)
        }
    }

    @Test("a draft that expired is hidden from its author, and counts if its bubble was sent after all")
    func expired() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let draft = try await server.move("b2", in: session, at: 2, by: guests[0], ["send": "draft"])
            server.time.advance(seconds: 86_401)
            #expect(try await server.get("/v1/sessions/\(session)", by: guests[0])["draft"] == .null)
            let tapped = try await server.tap(draft.token, by: guests[1], from: guests[0])
            #expect(expect(tapped, is: 200)["tapped", "revision"] == 3)
        }
    }

    @Test("a message of another player that this user is said to have sent is a hint at another device")
    func hint() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0])
            let tapped = expect(try await server.tap(opened.token, by: guests[1], from: guests[1]), is: 200)
            #expect(tapped["tapped", "hint"] == "sentByYou")
            #expect(tapped["session", "seats", "0", "participant"] == .null)
        }
    }

    @Test("sent commits the draft, by its author as by another player, and is safe to repeat", arguments: [0, 1])
    func sent(by index: Int) async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft"])
            let path = "/v1/messages/\(try opened.token)/sent"
            let body = guests[index].request([:], [:])
            for _ in 0..<3 {
                let sent = expect(try await server.post(path, body, by: guests[index], key: ""), is: 200)
                #expect(sent["status"] == "latest" && sent["revision"] == 1 && sent["session", "revision"] == 1)
            }
            expect(try await server.send(.post, path, by: guests[index]), is: 200)
        }
    }

    @Test("a draft that the game has left behind is overtaken, however often it is sent")
    func overtaken() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let draft = try await server.move("a1", in: session, at: 2, by: guests[0], ["send": "draft"])
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            for _ in 0..<2 {
                let sent = try await server.post("/v1/messages/\(try draft.token)/sent", by: guests[0], key: "")
                #expect(expect(sent, is: 200)["status"] == "overtaken" && sent["revision"] == .null)
            }
            let tapped = try await server.tap(draft.token, by: guests[1], from: guests[0])
            #expect(expect(tapped, is: 200)["tapped", "status"] == "overtaken")
            #expect((tapped["events"]?.array ?? []).map { $0["move"] } == ["b2"])
        }
    }

    @Test("a cancelled draft is final, and cancelling is safe to repeat")
    func cancelled() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let draft = try await server.move("a1", in: session, at: 2, by: guests[0], ["send": "draft"])
            let path = "/v1/messages/\(try draft.token)/cancel"
            let body = guests[0].request(["reason": "deleted", "errorCode": 9], [:])
            for _ in 0..<2 {
                let answer = expect(try await server.post(path, body, by: guests[0], key: ""), is: 200)
                #expect(answer["session", "draft"] == .null && answer["session", "revision"] == 2)
            }
            let tapped = try await server.tap(draft.token, by: guests[1], from: guests[0])
            #expect(expect(tapped, is: 200)["tapped", "status"] == "cancelled")
            #expect(tapped["session", "revision"] == 2)
        }
    }

    @Test("nobody takes back another's message")
    func foreign() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable([guests[0], guests[1]])
            let draft = try await server.move("a1", in: session, at: 2, by: guests[0], ["send": "draft"])
            let unknown = try await server.post("/v1/messages/\(try draft.token)/cancel", by: guests[2], key: "")
            expect(unknown, isProblem: .notFound)
            try await server.show(session, to: guests[2])
            for guest in guests[1...] {
                let answer = try await server.post("/v1/messages/\(try draft.token)/cancel", by: guest, key: "")
                expect(answer, isProblem: .notAllowed, revision: 2)
            }
            let sent = try await server.post("/v1/messages/\(try draft.token)/sent", by: guests[0], key: "")
            #expect(sent["status"] == "latest")
        }
    }

    @Test("an event stands when its bubble is taken back; its author is asked for a new message until one is sent")
    func unsent() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let moved = try await server.move("a1", in: session, at: 2, by: guests[0])
            let path = "/v1/messages/\(try moved.token)/cancel"
            for _ in 0..<2 {
                let answer = try await server.post(path, by: guests[0], key: "")
                expect(answer, isProblem: .alreadyCommitted, revision: 3)
            }
            #expect(try await server.get("/v1/sessions/\(session)", by: guests[0])["unsent"] == true)
            #expect(try await server.get("/v1/sessions/\(session)", by: guests[1])["unsent"] == false)

            let fresh = try await server.post(
                "/v1/sessions/\(session)/messages", guests[0].request([:], [:]), by: guests[0])
            #expect(try fresh.token != moved.token)
            expect(try await server.post("/v1/messages/\(try fresh.token)/sent", by: guests[0], key: ""), is: 200)
            #expect(try await server.get("/v1/sessions/\(session)", by: guests[0])["unsent"] == false)
        }
    }

    @Test("events after a tapped message come in pages")
    func pages() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("deal", by: guests[0])
            let session = try opened.session
            expect(try await server.join(session, by: guests[1]), is: 201)
            for revision in 2..<103 {
                expect(try await server.move("draw", in: session, at: revision, by: guests[revision % 2]), is: 201)
            }
            let tapped = try await server.tap(opened.token, by: guests[1], from: guests[0])
            #expect(expect(tapped, is: 200)["events"]?.array?.count == 100 && tapped["next"] == 101)
        }
    }

    @Test(
        "a token that the service never made is not found",
        arguments: ["x", "%00", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "..", "%F0%9F%8D%A6"])
    func garbage(token: String) async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let body = guest.request([:], [:])
            for verb in ["open", "sent", "cancel"] {
                let path = "/v1/messages/\(token)/\(verb)"
                expect(try await server.post(path, body, by: guest, key: ""), isProblem: .notFound)
            }
        }
    }

    @Test("a token that was changed, or that is only a picture's, opens nothing")
    func forged() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0])
            let token = try opened.token
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            let view = try await server.get("/v1/sessions/\(opened.session)", by: guests[0])
            let image = try #require(view["message", "layout", "image"]?.string)
            let picture = try #require(image.split(separator: "/").last?.dropLast(4))
            let flipped = token.map { $0 == token.first ? ($0 == "A" ? "B" : "A") : $0 }
            for forged in [String(picture), token + "A", String(token.dropLast()), String(flipped)] {
                expect(try await server.tap(forged, by: guests[0], from: guests[0]), isProblem: .notFound)
            }
        }
    }
}
