import RoundtableJSON
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

@Suite("Rematches over HTTP", .database)
struct RematchRouteTests {
    /// A game of tic-tac-toe that the first of two guests has won.
    private func won(on server: Server, by guests: [Guest]) async throws -> String {
        let session = try await server.twoAtTable(guests)
        expect(try await server.act("resign", in: session, at: 2, by: guests[1]), is: 201)
        return session
    }

    private func rematch(
        of session: String, by guest: Guest, on server: Server, send: String = "draft", key: String? = nil
    ) async throws -> Reply {
        try await server.act("rematch", in: session, at: 3, by: guest, ["send": .string(send)], key: key)
    }

    @Test("the same people play again, each one seat further, and the series is told")
    func again() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await won(on: server, by: guests)
            let asked = try await rematch(of: session, by: guests[1], on: server)
            expect(asked, is: 201)
            let next = try asked.session
            #expect(next != session && asked["draft"] == true && asked["session", "you"] == 0)
            #expect(asked["session", "series"] == ["number": 2, "scores": [0, 1]])
            #expect(asked["message", "layout", "caption"]?.string?.hasSuffix(" wants a rematch") == true)
            let unsent = try await server.get("/v1/sessions/\(session)", by: guests[0])
            #expect(unsent["rematch"] == .null)

            expect(try await server.tap(asked.token, by: guests[0], from: guests[1]), is: 200)
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            #expect(view["rematch"] == .string(next))
            expect(try await server.tap(asked.token, by: guests[2], from: guests[1]), is: 200)
            expect(try await server.join(next, by: guests[2]), isProblem: .noOpenSeat, revision: 1)
            let joined = try await server.join(next, by: guests[0])
            #expect(joined["session", "you"] == 1)
            expect(try await server.act("resign", in: next, at: 2, by: guests[0]), is: 201)
            let over = try await server.get("/v1/sessions/\(next)", by: guests[0])
            #expect(over["series"] == ["number": 2, "scores": [1, 1]])
            let third = try await server.act("rematch", in: next, at: 3, by: guests[0])
            #expect(third["session", "series"] == ["number": 3, "scores": [1, 1]] && third["session", "you"] == 0)
        }
    }

    @Test("of two rematches the first proven counts, and the other's bubble leads there")
    func twoAtOnce() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            let hers = try await rematch(of: session, by: guests[0], on: server)
            let his = try await rematch(of: session, by: guests[1], on: server)
            expect(try await server.tap(his.token, by: guests[0], from: guests[1]), is: 200)
            let led = try await server.tap(hers.token, by: guests[1], from: guests[0])
            #expect(led["tapped", "status"] == "overtaken")
            #expect(led["session", "id"] == .string(try his.session))
            let late = try await rematch(of: session, by: guests[0], on: server)
            expect(late, isProblem: .alreadyRematched, revision: 3)
            #expect(late["session"] == .string(try his.session))
            let now = try await rematch(of: session, by: guests[0], on: server, send: "now")
            expect(now, isProblem: .alreadyRematched, revision: 3)
        }
    }

    @Test("two who ask at the same instant get one rematch")
    func race() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            async let first = rematch(of: session, by: guests[0], on: server, send: "now")
            async let second = rematch(of: session, by: guests[1], on: server, send: "now")
            let answers = [try await first, try await second]
            #expect(Set(answers.map(\.status)) == [201, 409])
            let winner = try #require(answers.first { $0.status == 201 })
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            #expect(view["rematch"] == .string(try winner.session))
        }
    }

    @Test("whoever had a seat may read the rematch, and has their seat by moving")
    func reading() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await won(on: server, by: guests)
            let next = try await rematch(of: session, by: guests[0], on: server, send: "now")
            let path = "/v1/sessions/\(try next.session)"
            expect(try await server.get(path, by: guests[1]), is: 200)
            expect(try await server.get(path, by: guests[2]), isProblem: .notFound)
            let moved = try await server.move("b2", in: try next.session, at: 1, by: guests[1])
            #expect(moved["session", "you"] == 0 && moved["session", "revision"] == 2)
        }
    }

    @Test("the view and the page invite nobody to a seat that is kept for somebody else")
    func invitations() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await won(on: server, by: guests)
            let next = try await rematch(of: session, by: guests[0], on: server, send: "now")
            let id = try next.session
            expect(try await server.tap(next.token, by: guests[2], from: guests[0]), is: 200)
            let strange = try await server.get("/v1/sessions/\(id)", by: guests[2])
            #expect(strange["joinable"] == false && strange["legalMoves"] == [] && strange["toAct"] == [0])
            expect(try await server.move("b2", in: id, at: 1, by: guests[2]), isProblem: .noOpenSeat, revision: 1)
            let own = try await server.get("/v1/sessions/\(id)", by: guests[1])
            #expect(own["joinable"] == true && own["legalMoves"]?.array?.count == 9)
            let draft = try await server.move("b2", in: id, at: 1, by: guests[1], ["send": "draft"])
            #expect(draft["session", "joinable"] == true && draft["session", "legalMoves"]?.array?.count == 9)
            server.time.advance(seconds: 7 * 86_400)
            let free = try await server.get("/v1/sessions/\(id)", by: guests[2])
            #expect(free["joinable"] == true && free["legalMoves"]?.array?.count == 9)
        }
    }

    @Test("the page says of a seat that it is kept, as long as it is")
    func keptOnPage() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.open("dots-and-boxes", by: guests[0], ["options": ["seats": 3]]).session
            for guest in guests[1...] { expect(try await server.join(session, by: guest), is: 201) }
            for (guest, revision) in [(1, 3), (2, 4)] {
                expect(try await server.act("resign", in: session, at: revision, by: guests[guest]), is: 201)
            }
            let asked = try await server.act("rematch", in: session, at: 5, by: guests[0], ["send": "now"])
            let path = "/m/\(try asked.token)"
            let page = try await server.get(path).text
            #expect(page.contains("Kept since the last game") && !page.contains("Open seat"))
            server.time.advance(seconds: 7 * 86_400)
            let later = try await server.get(path).text
            #expect(later.contains("Open seat") && !later.contains("Kept since the last game"))
        }
    }

    @Test("whoever had a seat may act in the rematch and wait for it, without having opened a bubble")
    func acting() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            let next = try await rematch(of: session, by: guests[0], on: server, send: "now")
            let path = "/v1/sessions/\(try next.session)"
            let seen = try await server.get(path, by: guests[1])
            async let held = server.get(
                path + "?wait=20", by: guests[1], headers: ["If-None-Match": seen.header("ETag") ?? ""])
            let body = guests[1].request(["send": "now"], [:])
            expect(try await server.post(path + "/seats", body, by: guests[1]), is: 201)
            #expect(try await held.status == 200)
        }
    }

    @Test("a rematch whose opening was taken back makes room for another")
    func takenBack() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            let first = try await rematch(of: session, by: guests[0], on: server)
            let cancel = "/v1/messages/\(try first.token)/cancel"
            expect(try await server.post(cancel, guests[0].request([:], [:]), by: guests[0], key: ""), is: 200)
            let second = try await rematch(of: session, by: guests[1], on: server, send: "now")
            expect(second, is: 201)
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            #expect(view["rematch"] == .string(try second.session))
        }
    }

    /// What became of a rematch, and whether it makes room for another.
    private static let endings: [(joins: [Int], actions: [(String, Int)], makesRoom: Bool)] = [
        ([], [("leave", 0)], true), ([], [("resign", 0)], true),
        ([1], [("leave", 0), ("leave", 1)], true),
        ([1, 2], [("leave", 0), ("resign", 1)], false), ([2], [], false),
    ]

    @Test("a rematch that ends without somebody for whom it kept a seat makes room for another", arguments: endings)
    func deserted(joins: [Int], actions: [(String, Int)], makesRoom: Bool) async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.open("dots-and-boxes", by: guests[0], ["options": ["seats": 3]]).session
            for guest in guests.dropFirst() {
                try await server.show(session, to: guest)
                expect(try await server.join(session, by: guest), is: 201)
            }
            expect(try await server.act("resign", in: session, at: 3, by: guests[1]), is: 201)
            expect(try await server.act("resign", in: session, at: 4, by: guests[2]), is: 201)
            let first = try await server.act("rematch", in: session, at: 5, by: guests[0], ["send": "now"])
            var revision = 1
            for guest in joins {
                expect(try await server.join(try first.session, by: guests[guest]), is: 201)
                revision += 1
            }
            let early = try await server.act("rematch", in: session, at: 5, by: guests[2], ["send": "now"])
            expect(early, isProblem: .alreadyRematched, revision: 5)
            for (action, guest) in actions {
                expect(try await server.act(action, in: try first.session, at: revision, by: guests[guest]), is: 201)
                revision += 1
            }
            let view = try await server.get("/v1/sessions/\(session)", by: guests[2])
            #expect(view["rematch"] == (makesRoom ? .null : .string(try first.session)))
            let second = try await server.act("rematch", in: session, at: 5, by: guests[2], ["send": "now"])
            guard makesRoom else { return expect(second, isProblem: .alreadyRematched, revision: 5) }
            expect(second, is: 201)
            let led = try await server.get("/v1/sessions/\(session)", by: guests[0])
            #expect(led["rematch"] == .string(try second.session))
            expect(try await server.join(try second.session, by: guests[0]), is: 201)
        }
    }

    @Test("so does one that its only player has brought to an end")
    func endedAlone() async throws {
        try await Server.run(guests: 2) { server, guests in
            func build(_ session: String, at revision: Int, by guest: Guest) async throws {
                for (number, part) in ["Base=base01", "Scoops=scoops01", "Topping=topping01"].enumerated() {
                    expect(try await server.move(.string(part), in: session, at: revision + number, by: guest), is: 201)
                }
            }
            let session = try await server.open("ice-cream", by: guests[0], ["options": ["seats": 2]]).session
            try await server.show(session, to: guests[1])
            expect(try await server.join(session, by: guests[1]), is: 201)
            try await build(session, at: 2, by: guests[0])
            expect(try await server.move("finish", in: session, at: 5, by: guests[0]), is: 201)
            let first = try await server.act("rematch", in: session, at: 6, by: guests[0], ["send": "now"])
            try await build(try first.session, at: 1, by: guests[0])
            expect(try await server.act("rematch", in: session, at: 6, by: guests[1], ["send": "now"]), is: 201)
        }
    }

    @Test("a game that was abandoned has a rematch, one whose opening was taken back has none")
    func abandoned() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("ice-cream", by: guests[0], ["options": ["seats": 2]]).session
            try await server.show(session, to: guests[1])
            expect(try await server.join(session, by: guests[1]), is: 201)
            for (number, guest) in guests.enumerated() {
                expect(try await server.act("leave", in: session, at: number + 2, by: guest), is: 201)
            }
            let next = try await server.act("rematch", in: session, at: 4, by: guests[1], ["send": "now"])
            expect(next, is: 201)
            #expect(next["session", "series"] == ["number": 2, "scores": [0, 0]])
            expect(try await server.join(try next.session, by: guests[0]), is: 201)

            let draft = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft"])
            let cancel = "/v1/messages/\(try draft.token)/cancel"
            expect(try await server.post(cancel, guests[0].request([:], [:]), by: guests[0], key: ""), is: 200)
            let none = try await server.act("rematch", in: try draft.session, at: 0, by: guests[0])
            expect(none, isProblem: .notAllowed, revision: 0)
            #expect(none["reason"] == "opening_taken_back")
        }
    }

    @Test("somebody who comes late to a rematch that welcomes them joins it by a draft")
    func late() async throws {
        try await Server.run(guests: 2) { server, guests in
            let first = try await server.open("ice-cream", by: guests[0], ["options": ["seats": 1]]).session
            for (revision, move) in ["Base=base01", "Scoops=scoops01", "Topping=topping01"].enumerated() {
                expect(
                    try await server.move(.string(move), in: first, at: revision + 1, by: guests[0]), is: 201)
            }
            let asked = try await server.act("rematch", in: first, at: 4, by: guests[0])
            let next = try asked.session
            expect(try await server.move("Base=base01", in: next, at: 1, by: guests[0]), is: 201)
            let draft = try await server.move("Scoops=scoops02", in: next, at: 2, by: guests[1], ["send": "draft"])
            expect(draft, is: 201)
            let sent = try await server.tap(draft.token, by: guests[0], from: guests[1])
            #expect(sent["tapped", "status"] == "latest")
        }
    }

    @Test("somebody who comes late has a seat of their own beside those that are kept", arguments: ["now", "draft"])
    func lateBesideKept(send: String) async throws {
        try await Server.run(guests: 3) { server, guests in
            let first = try await server.open("ice-cream", by: guests[0], ["options": ["seats": 2]]).session
            expect(try await server.join(first, by: guests[1]), is: 201)
            for (move, guest) in [("Base=base01", 0), ("Scoops=scoops01", 0), ("Topping=topping01", 0)] {
                let revision = try await server.get("/v1/sessions/\(first)", by: guests[0])["revision"]?.integer
                expect(
                    try await server.move(.string(move), in: first, at: try #require(revision), by: guests[guest]),
                    is: 201)
            }
            expect(try await server.move("Topping=topping02", in: first, at: 5, by: guests[1]), is: 201)
            let next = try await server.act("rematch", in: first, at: 6, by: guests[0]).session
            // Its other seat is kept.
            let late = try await server.join(next, by: guests[2], ["send": .string(send)])
            expect(late, is: 201)
            if send == "draft" {
                let sent = try await server.tap(late.token, by: guests[0], from: guests[2])
                #expect(sent["tapped", "status"] == "latest")
            }
            let view = try await server.get("/v1/sessions/\(next)", by: guests[2])
            #expect(view["you"] == 2 && view["seats"]?.array?.count == 3)
            let kept = try await server.join(next, by: guests[1])
            let seat = try #require(kept["session", "you"]?.integer)
            #expect([0, 1].contains(seat))
            let store = try TestDatabase.current.store
            #expect(try await store.verify(after: nil, limit: 10).allSatisfy { $0.problem == nil })
        }
    }

    @Test("a rematch that lost is abandoned by and by, and its bubble still leads to the one that counts")
    func lost() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            let hers = try await rematch(of: session, by: guests[0], on: server)
            let alone = try await rematch(of: session, by: guests[0], on: server, key: "alone")
            let his = try await rematch(of: session, by: guests[1], on: server, send: "now")
            let store = try TestDatabase.current.store
            let limits = RetentionLimits(drafts: nil, aliases: nil, answers: server.time.now)
            _ = try await store.tidy(limits, after: nil, limit: 100)
            for lost in [hers, alone] {
                let view = try await server.get("/v1/sessions/\(try lost.session)", by: guests[0])
                #expect(view["state"] == "abandoned" && view["draft"] == .null)
                let led = try await server.tap(lost.token, by: guests[1], from: guests[0])
                #expect(led["session", "id"] == .string(try his.session) && led["tapped", "status"] == "overtaken")
            }
            #expect(try await server.get("/v1/sessions/\(try his.session)", by: guests[0])["state"] == "active")
        }
    }

    @Test("the session before is not removed while its players' seats are kept")
    func retained() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            server.time.advance(seconds: 86_400)
            let next = try await rematch(of: session, by: guests[0], on: server, send: "now")
            let store = try TestDatabase.current.store
            func remove() async throws -> [SessionID] {
                let now = server.time.now
                let count = try await store.countFinished(before: now, at: now)
                let removed = try await store.removeFinished(
                    before: now, at: now, after: nil, limit: 100, archive: nil, noting: nil
                ).removed
                #expect(count == removed.count)
                return removed
            }
            server.time.advance(seconds: 6 * 86_400)
            #expect(try await remove() == [])
            expect(try await server.join(try next.session, by: guests[1]), is: 201)
            server.time.advance(seconds: 86_401)
            #expect(try await remove().map(\.description) == [session])
        }
    }

    @Test("nor while its rematch is a draft; after seven days the rematch begins without it, as any other game")
    func retainedForDraft() async throws {
        try await Server.run(guests: 3) { server, guests in
            let store = try TestDatabase.current.store
            func remove() async throws -> [SessionID] {
                let now = server.time.now
                return try await store.removeFinished(
                    before: now, at: now, after: nil, limit: 100, archive: nil, noting: nil
                ).removed
            }
            let session = try await won(on: server, by: guests)
            server.time.advance(seconds: 86_400)
            let soon = try await rematch(of: session, by: guests[0], on: server)
            let late = try await rematch(of: session, by: guests[1], on: server)
            server.time.advance(seconds: 6 * 86_400)
            #expect(try await remove() == [])
            expect(try await server.tap(soon.token, by: guests[2], from: guests[0]), is: 200)
            expect(try await server.join(try soon.session, by: guests[2]), isProblem: .noOpenSeat, revision: 1)
            expect(try await server.join(try soon.session, by: guests[1]), is: 201)
            let led = try await server.tap(late.token, by: guests[0], from: guests[1])
            #expect(led["tapped", "status"] == "overtaken")

            let other = try await won(on: server, by: guests)
            let draft = try await rematch(of: other, by: guests[0], on: server, key: "other")
            server.time.advance(seconds: 7 * 86_400 + 1)
            #expect(try await remove().map(\.description).contains(other))
            let opened = try await server.tap(draft.token, by: guests[2], from: guests[0])
            #expect(opened["tapped", "status"] == "latest" && opened["session", "series", "number"] == 2)
            expect(try await server.join(try draft.session, by: guests[2]), is: 201)
        }
    }

    @Test("the seats are kept for seven days")
    func kept() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await won(on: server, by: guests)
            let next = try await rematch(of: session, by: guests[0], on: server, send: "now")
            server.time.advance(seconds: 7 * 86_400 - 1)
            expect(try await server.join(try next.session, by: guests[2]), isProblem: .noOpenSeat, revision: 1)
            server.time.advance(seconds: 2)
            expect(try await server.join(try next.session, by: guests[2]), is: 201)
        }
    }

    @Test("a draft that takes a kept seat keeps it until it is sent")
    func draft() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            let next = try await rematch(of: session, by: guests[0], on: server, send: "now")
            let id = try next.session
            let joining = try await server.join(id, by: guests[1], ["send": "draft"])
            let sent = try await server.tap(joining.token, by: guests[0], from: guests[1])
            #expect(sent["tapped", "status"] == "latest" && sent["tapped", "seat"] == 0)
        }
    }

    @Test("a game that goes on has no rematch, nor has one in which the player had no seat")
    func refused() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable(guests)
            let early = try await server.act("rematch", in: session, at: 2, by: guests[0])
            expect(early, isProblem: .notAllowed, revision: 2)
            #expect(early["reason"] == "game_not_over")
            expect(try await server.act("resign", in: session, at: 2, by: guests[1]), is: 201)
            try await server.show(session, to: guests[2])
            expect(try await rematch(of: session, by: guests[2], on: server), isProblem: .notSeated, revision: 3)
        }
    }

    @Test("a repeated request gets the first answer, and the log rebuilds the rematch")
    func repeated() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await won(on: server, by: guests)
            let first = try await rematch(of: session, by: guests[0], on: server, send: "now", key: "k")
            let second = try await rematch(of: session, by: guests[0], on: server, send: "now", key: "k")
            #expect(first.body == second.body && first.status == 201)
            #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil, nil])
        }
    }
}
