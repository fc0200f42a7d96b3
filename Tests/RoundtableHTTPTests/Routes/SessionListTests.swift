import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@Suite("The list of a player's sessions", .database, .serialized)
struct SessionListTests {
    private static let path = "/v1/players/me/sessions"
    private static let id = "00000000-0000-4000-8000-00000000000a"

    private func ids(_ answer: Reply) -> [String?] { (answer["sessions"]?.array ?? []).map { $0["id"]?.string } }

    @Test("it has every session of the player and of nobody else, the one that changed last first")
    func order() async throws {
        try await Server.run(guests: 3) { server, guests in
            let older = try await server.open("tic-tac-toe", by: guests[0]).session
            server.time.advance(seconds: 10)
            let newer = try await server.open("ice-cream", by: guests[0]).session
            #expect(ids(try await server.get(Self.path, by: guests[0])) == [newer, older])

            server.time.advance(seconds: 10)
            expect(try await server.join(older, by: guests[1]), is: 201)
            #expect(ids(try await server.get(Self.path, by: guests[0])) == [older, newer])
            #expect(ids(try await server.get(Self.path, by: guests[1])) == [older])
            let none = try await server.get(Self.path, by: guests[2])
            #expect(ids(none) == [] && none["next"] == .null)
        }
    }

    @Test("each session is told in short, in plain words for its reader")
    func summaries() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0], ["nickname": "Amber"]).session
            let answer = try await server.get(Self.path, by: guests[0], headers: ["Accept-Language": "fr, en;q=0.5"])
            let image = try #require(answer["sessions", "0", "image"]?.string)
            #expect(image.hasPrefix("http") && image.hasSuffix(".png"))
            #expect(
                answer["sessions", "0"] == [
                    "id": .string(session), "game": "tic-tac-toe", "revision": 1, "state": "active", "yourTurn": true,
                    "summaryText": "You want to play tic-tac-toe", "updatedAt": "2027-01-15T08:00:00Z",
                    "others": [], "deadline": .null, "outcome": .null, "image": .string(image),
                ])
        }
    }

    @Test("opponents, deadline and outcome are told, and those in which it is the player's turn come first")
    func details() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opening = try await server.open(
                "tic-tac-toe", by: guests[0], ["nickname": "Amber", "clock": ["turnSeconds": 60]])
            let session = try opening.session
            expect(try await server.join(session, by: guests[1], ["nickname": "Ben"]), is: 201)
            server.time.advance(seconds: 10)
            let newer = try await server.twoAtTable(guests)
            expect(try await server.move("b2", in: newer, at: 2, by: guests[0]), is: 201)
            let first = try await server.get(Self.path + "?limit=1", by: guests[0])
            #expect(ids(first) == [session] && first["sessions", "0", "others"] == ["Ben"])
            #expect(first["sessions", "0", "deadline"] == "2027-01-15T08:01:00Z")
            let next = try #require(first["next"]?.string)
            #expect(ids(try await server.get(Self.path + "?limit=1&after=\(next)", by: guests[0])) == [newer])
            expect(try await server.act("resign", in: session, at: 2, by: guests[1]), is: 201)
            let over = try await server.get(Self.path + "?state=finished", by: guests[1])
            #expect(over["sessions", "0", "outcome", "winners"] == [0] && over["sessions", "0", "others"] == ["Amber"])
            // Who gave up is still an opponent.
            let won = try await server.get(Self.path + "?state=finished", by: guests[0])
            #expect(won["sessions", "0", "others"] == ["Ben"])
        }
    }

    @Test("a hidden session is left out until something happens in it")
    func hidden() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "\(Self.path)/\(session)"
            for _ in 0..<2 { expect(try await server.send(.delete, path, by: guests[0]), is: 204) }
            #expect(ids(try await server.get(Self.path, by: guests[0])) == [])
            #expect(ids(try await server.get(Self.path, by: guests[1])) == [session])
            expect(try await server.send(.delete, path, by: guests[2]), isProblem: .notFound)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(ids(try await server.get(Self.path, by: guests[0])) == [session])
        }
    }

    @Test("it can be narrowed to a state and to those that wait for the player")
    func filters() async throws {
        try await Server.run(guests: 2) { server, guests in
            let (amber, ben) = (guests[0], guests[1])
            let draft = try await server.open("tic-tac-toe", by: amber, ["send": "draft"]).session
            let waiting = try await server.open("deal", by: amber).session
            let mine = try await server.twoAtTable(guests)
            let theirs = try await server.twoAtTable(guests)
            expect(try await server.move("b2", in: theirs, at: 2, by: amber), is: 201)
            let over = try await server.twoAtTable(guests)
            expect(try await server.act("resign", in: over, at: 2, by: ben), is: 201)

            let expected: [(String, Set<String>)] = [
                ("state=draft", [draft]), ("state=waiting", [waiting]), ("state=active", [mine, theirs]),
                ("state=finished", [over]), ("state=abandoned", []), ("yourTurn=true", [mine]),
                ("state=active&yourTurn=true", [mine]), ("state=active&yourTurn=false", [theirs]),
                ("yourTurn=false", [draft, waiting, theirs, over]), ("", [draft, waiting, mine, theirs, over]),
            ]
            for (query, sessions) in expected {
                let answer = expect(try await server.get("\(Self.path)?\(query)", by: amber), is: 200)
                #expect(Set(ids(answer).compactMap { $0 }) == sessions, "\(query)")
            }
            let benToMove = try await server.get("\(Self.path)?yourTurn=true", by: ben)
            #expect(ids(benToMove) == [theirs])
        }
    }

    @Test("page after page tells every session once, also those that changed at the same time")
    func pages() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            var sessions: Set<String> = []
            for number in 0..<7 {
                if number % 3 == 0 { server.time.advance(seconds: 1) }
                sessions.insert(try await server.open("ice-cream", by: guest).session)
            }
            var seen: [String?] = []
            var query = "limit=3"
            var pages = 0
            repeat {
                let page = expect(try await server.get("\(Self.path)?\(query)", by: guest), is: 200)
                seen += ids(page)
                pages += 1
                guard let next = page["next"]?.string else { break }
                query = "limit=3&after=\(next)"
            } while pages < 9
            #expect(pages == 3 && seen.count == 7 && Set(seen.compactMap { $0 }) == sessions)
        }
    }

    @Test(
        "what can't be asked is refused",
        arguments: [
            "limit=0", "limit=101", "limit=-1", "limit=x", "limit=99999999999999999999", "limit=+5", "limit=05",
            "limit=5.0", "limit=%205", "limit=", "limit", "limit=5&limit=5", "limit=5&limit=x",
            "state=", "state=over", "state=active&state=draft", "yourTurn=yes", "yourTurn=TRUE",
            "yourTurn=true&yourTurn=true",
            "after=", "after=x", "after=1_", "after=1__&after=1__", "after=3__", "after=01__", "after=1___",
            "after=1_1_", "after=1_\(id)_", "after=1_.\(id)_", "after=1__-1.\(id)", "after=1_+1.\(id)_",
            "after=1_01.\(id)_", "after=1_1e3.\(id)_", "after=1_NaN.\(id)_", "after=1_inf.\(id)_",
            "after=1__0x1.\(id)", "after=1__1.\(id.uppercased())", "after=1__1.\(id)x", "after=1__1.1.\(id)",
            "after=1__1.\(id.replacing("-", with: ""))",
            "after=1_253402300800000000.\(id)_", "after=1__9223372036854775807.\(id)",
            "after=1__-9223372036854775808.\(id)", "after=1_99999999999999999999.\(id)_", "after=1__%F0.\(id)",
            "after=1__1.\(id)%00", "after=1__%D9%A1.\(id)",
        ])
    func badQuery(query: String) async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            expect(try await server.get("\(Self.path)?\(query)", by: guest), isProblem: .badRequest)
        }
    }

    @Test("a cursor from the end of time finds nothing new, and breaks nothing")
    func farCursor() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            for time in ["253402300799000000", "0"] {
                let mark = "\(time).\(Self.id)"
                for place in ["0__\(mark)", "1_\(mark)_\(mark)", "2_\(mark)_"] {
                    expect(try await server.get("\(Self.path)?after=\(place)", by: guest), is: 200)
                }
            }
        }
    }
}
