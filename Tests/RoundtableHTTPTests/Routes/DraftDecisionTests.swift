import Foundation
import GameRules
import RoundtableJSON
import Roundtable
import TestSupport
import Testing

@testable import Games

/// Who looks at a draft, however often, makes no work for the rules.
@Suite("Drafts are decided once", .database, .serialized)
struct DraftDecisionTests {
    private let moves = Tally()

    /// Serves ice cream, whose moves are counted, to three at a table where toppings are to be added.
    private func run(_ body: @escaping @Sendable (Server, [Guest], _ session: String) async throws -> Void) async throws
    {
        let games = GameLibrary([LeakingGame(IceCream()) { $0.applied = { [moves] _ in moves.add() } }])
        try await TestDatabase.current.withStore(of: games) { store in
            try await Server.run(.init(games: games, store: store), guests: 2) { server, guests in
                let session = try await server.twoAtTable(guests, playing: "ice-cream")
                expect(try await server.move("Base=base01", in: session, at: 2, by: guests[0]), is: 201)
                expect(try await server.move("Scoops=scoops01", in: session, at: 3, by: guests[1]), is: 201)
                try await body(server, guests, session)
            }
        }
    }

    /// Ten views of the author's, ten pages, two pictures, each written anew.
    private func look(at token: String, in session: String, by author: Guest, on server: Server) async throws {
        var pictures: Set<Data> = []
        for number in 0..<10 {
            server.time.advance(seconds: 60)
            let view = expect(try await server.get("/v1/sessions/\(session)", by: author), is: 200)
            #expect(view["draft", "token"]?.string == token && view["draft", "board"] != .null)
            expect(try await server.get("/m/\(token)"), is: 200)
            if number < 2 { pictures.insert(expect(try await server.get("/m/\(token).png"), is: 200).body) }
        }
        #expect(pictures.count == 1)
        expect(try await server.tap(token, by: author, from: nil), is: 200)
    }

    @Test("ten views, ten pages and two pictures later as well; and once more after somebody else's event")
    func once() async throws {
        try await run { server, guests, session in
            func draft() async throws -> Reply {
                try await server.move(
                    "Topping=topping01", in: session, at: 4, by: guests[0], ["send": "draft"], key: "draft")
            }
            var token = ""
            let made = try await moves.counting {
                token = try await draft().token
                try await look(at: token, in: session, by: guests[0], on: server)
                #expect(try await draft().token == token)
            }
            #expect(made == 1)
            let others = try await moves.counting {
                expect(try await server.move("Topping=topping02", in: session, at: 4, by: guests[1]), is: 201)
            }
            #expect(others == 1)
            let again = try await moves.counting {
                try await look(at: token, in: session, by: guests[0], on: server)
            }
            #expect(again == 1)
        }
    }

    @Test("and count as they were decided, at the time at which their messages are sent")
    func sent() async throws {
        try await run { server, guests, session in
            let decided = try await moves.counting {
                let draft = try await server.move(
                    "Topping=topping01", in: session, at: 4, by: guests[0], ["send": "draft"])
                server.time.advance(seconds: 60)
                let sent = try await server.post("/v1/messages/\(try draft.token)/sent", by: guests[0], key: "")
                #expect(expect(sent, is: 200)["revision"] == 5)
            }
            #expect(decided == 1)
            let events = expect(try await server.get("/v1/sessions/\(session)/events", by: guests[0]), is: 200)
            let times = (events["events"]?.array ?? []).map { $0["at"]?.string }
            #expect(times.count == 5 && times[4] != times[3])
        }
    }

    @Test("many who ask at the same moment share the decision")
    func together() async throws {
        try await run { server, guests, session in
            let answer = try await server.move(
                "Topping=topping01", in: session, at: 4, by: guests[0], ["send": "draft"])
            let token = try answer.token
            expect(try await server.move("Topping=topping02", in: session, at: 4, by: guests[1]), is: 201)
            let decided = try await moves.counting {
                try await withThrowingTaskGroup(of: Reply.self) { group in
                    for number in 0..<32 {
                        group.addTask {
                            try await number.isMultiple(of: 2)
                                ? server.get("/v1/sessions/\(session)", by: guests[0]) : server.get("/m/\(token)")
                        }
                    }
                    for try await answer in group { #expect(answer.status == 200) }
                }
            }
            #expect(decided == 1)
        }
    }

    @Test("an instance that has not made the draft decides once for views, and once for its picture")
    func elsewhere() async throws {
        try await run { server, guests, session in
            let answer = try await server.move(
                "Topping=topping01", in: session, at: 4, by: guests[0], ["send": "draft"])
            let (token, games) = (
                try answer.token, GameLibrary([LeakingGame(IceCream()) { $0.applied = { [moves] _ in moves.add() } }])
            )
            try await TestDatabase.current.withStore(of: games) { store in
                let other = try TestService(store: store, games: games)
                let asker = Asker(player: try #require(PlayerID(rawValue: guests[0].player)), local: nil)
                let id = try #require(SessionID(rawValue: session))
                let pages = other.publicMessages
                let decided = try await moves.counting {
                    for _ in 0..<3 {
                        let view = try other.sessions.view(
                            of: try await other.sessions.record(of: id, for: asker), for: asker, languages: [])
                        #expect(view.draft?.board != nil)
                        let board = try await pages.pictured(by: .init(rawValue: token))
                        _ = try await pages.picture(of: board)
                    }
                }
                #expect(decided == 1)
            }
        }
    }
}

@Suite("The page of a draft", .database, .serialized)
struct DraftPageTests {
    /// The picture that a page shows.
    private func picture(on page: Reply, of server: Server) async throws -> Data {
        let source = try #require(page.text.firstMatch(of: /<img class="picture" src="([^"]+)"/)?.1)
        return expect(try await server.get("/m/\(source)"), is: 200).body
    }

    @Test("shows the game without its move, and says so; its picture has the move")
    func draft() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let before = try await server.get("/v1/sessions/\(session)", by: guests[0])
            let image = try #require(before["message", "layout", "image"]?.string?.split(separator: "/").last)
            let empty = try await server.get("/m/\(image)").body
            let draft = try await server.move("b2", in: session, at: 2, by: guests[0], ["send": "draft"])
            let page = expect(try await server.get("/m/\(draft.token)"), is: 200)
            #expect(page.text.contains("does not count so far") && page.text.contains("2 / 2"))
            #expect(page.text.contains(#"data-part="summary">Player 2 joined the game"#))
            #expect(page.text.contains(#"og:description" content="Player 1 took the centre">"#))
            #expect(try await picture(on: page, of: server) == empty)
            #expect(try await server.get("/m/\(draft.token).png").body != empty)
        }
    }

    @Test("before anything is committed shows the game as it is set up")
    func opening() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft", "move": "b2"])
            let other = try await server.open("tic-tac-toe", by: guests[1], ["send": "now"])
            let empty = try await server.get("/m/\(other.token).png").body
            let page = expect(try await server.get("/m/\(opened.token)"), is: 200)
            #expect(page.text.contains("does not count so far"))
            #expect(page.text.contains(#"data-part="summary">Player 1 wants to play tic-tac-toe"#))
            #expect(try await picture(on: page, of: server) == empty)
            #expect(try await server.get("/m/\(opened.token).png").body != empty)
        }
    }
}
