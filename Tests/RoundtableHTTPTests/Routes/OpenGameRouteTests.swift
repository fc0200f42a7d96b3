import RoundtableModel
import TestSupport
import Testing

@Suite("The open game over HTTP", .database, .serialized)
struct OpenGameRouteTests {
    private func begin(
        _ server: Server, _ guests: [Guest], order: String = "rotation", _ move: JSONValue = ["state": ["round": 1]],
        _ members: [JSONName: JSONValue] = [:]
    ) async throws -> String {
        let wanted: [JSONName: JSONValue] = ["options": ["order": .string(order), "seats": 3], "move": move]
        let answer = try await server.open("open", by: guests[0], wanted.merging(members) { $1 })
        return try expect(answer, is: 201).session
    }

    @Test("a session begun as live has live messages, whoever makes them and however they are read")
    func live() async throws {
        try await Server.run(guests: 2) { server, guests in
            let id = try await begin(server, guests, ["state": 1], ["live": true])
            let moved = expect(try await server.move(["state": 2], in: id, at: 1, by: guests[1]), is: 201)
            #expect(moved["message", "live"] == true && moved["session", "message", "live"] == true)
            let read = try await server.get("/v1/sessions/\(id)", by: guests[0])
            #expect(read["message", "live"] == true)
            let fresh = try await server.post(
                "/v1/sessions/\(id)/messages", guests[0].request([:], [:]), by: guests[0])
            #expect(fresh["message", "live"] == true)
        }
    }

    @Test("an app's texts name people as this device calls them, in all eight places, and its media are handed on")
    func texts() async throws {
        try await Server.run(guests: 2) { server, guests in
            let id = try await begin(server, guests)
            let move: JSONValue = [
                "state": 2, "mediaURL": "https://cdn.example/roar.m4a",
                "texts": [
                    "caption": ["en": "{mover} asks {seat 2}", "de": "{mover} fragt {seat 2}"], "subcaption": "b",
                    "trailingCaption": "c", "trailingSubcaption": "d", "imageTitle": "e", "imageSubtitle": "f",
                    "summaryText": "$\(guests[0].local) g", "accessibilityLabel": "h",
                ],
            ]
            try await server.show(id, to: guests[1])
            expect(try await server.join(id, by: guests[1]), is: 201)
            let moved = expect(
                try await server.move(move, in: id, at: 2, by: guests[1], ["locale": "de"]), is: 201)
            let layout = try #require(moved["message", "layout"])
            #expect(layout["caption"]?.string == "$\(guests[1].local) fragt Person 3")
            #expect(layout["subcaption"] == "b" && layout["trailingCaption"] == "c")
            #expect(
                layout["trailingSubcaption"] == "d" && layout["imageTitle"] == "e" && layout["imageSubtitle"] == "f")
            #expect(layout["mediaURL"] == "https://cdn.example/roar.m4a")
            #expect(moved["message", "summaryText"]?.string?.contains("$\(guests[0].local)") == false)
            #expect(moved["message", "accessibilityLabel"] == "h")
        }
    }

    @Test("a message may have no caption bar, and says in its summary what happened")
    func noCaptionBar() async throws {
        try await Server.run(guests: 2) { server, guests in
            let id = try await begin(server, guests)
            let move: JSONValue = ["state": 2, "texts": ["caption": nil, "summaryText": "{mover} drew a cat"]]
            let moved = expect(try await server.move(move, in: id, at: 1, by: guests[1]), is: 201)
            for text in ["caption", "subcaption", "trailingCaption", "trailingSubcaption"] {
                #expect(moved["message", "layout", text] == .null)
            }
            #expect(moved["message", "summaryText"]?.string?.hasSuffix(" drew a cat") == true)
        }
    }

    @Test("the app's author reads what is wrong with a move, and the player that an update of the app may help")
    func details() async throws {
        try await Server.run(guests: 2) { server, guests in
            let id = try await begin(server, guests)
            let misspelt = try await server.move(["outcome": ["winner": 0]], in: id, at: 1, by: guests[1])
            expect(misspelt, isProblem: .illegalMove, revision: 1)
            #expect(misspelt["reason"] == "unknown_member")
            #expect(misspelt["developerDetail"]?.string?.hasPrefix("`outcome` has no member `winner`") == true)
            #expect(misspelt["detail"]?.string?.contains("update") == true)
            let unreadable = try await server.move(["state": 2, "next": 1], in: id, at: 1, by: guests[1])
            #expect(
                unreadable["reason"] == "unreadable"
                    && unreadable["developerDetail"]
                        == "This is not a move of an open game: `next` is a list of seat numbers."
            )
        }
    }

    @Test("dice are rolled when they are asked for, never staged, and the same for a repeat")
    func dice() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opening: [JSONName: JSONValue] = ["options": ["seats": 2], "move": ["roll": [6]]]
            expect(try await server.open("open", by: guests[0], opening), isProblem: .illegalMove, revision: 0)
            let id = try await begin(server, guests)
            let roll: JSONValue = ["roll": [6, 6]]
            let members: [JSONName: JSONValue] = ["send": "draft"]
            let rolled = expect(
                try await server.move(roll, in: id, at: 1, by: guests[1], members, key: "roll"), is: 201)
            #expect(rolled["draft"] == false && rolled["session", "board", "rolled"]?.array?.count == 2)
            let again = try await server.move(roll, in: id, at: 1, by: guests[1], members, key: "roll")
            #expect(again["session", "board", "rolled"] == rolled["session", "board", "rolled"])
        }
    }

    @Test("what a seat is given nobody else is shown, in views, events and messages")
    func secrets() async throws {
        try await Server.run(guests: 3) { server, guests in
            let id = try await begin(server, guests, ["state": 1, "private": ["0": "PEAR", "1": "PLUM"]])
            expect(try await server.join(id, by: guests[1]), is: 201)
            try await server.show(id, to: guests[2])
            let own = try await server.get("/v1/sessions/\(id)", by: guests[1])
            #expect(own["board", "private"] == "PLUM")
            for (reader, secrets) in [(0, ["PLUM"]), (1, ["PEAR"]), (2, ["PEAR", "PLUM"])] {
                for path in ["/v1/sessions/\(id)", "/v1/sessions/\(id)/events?after=0"] {
                    let text = try await server.get(path, by: guests[reader]).text
                    for secret in secrets { #expect(!text.contains(secret), "\(path) for \(reader)") }
                }
            }
        }
    }

    @Test("a draft shows nobody what the seat that it would take was given", arguments: ["seats", "turns"])
    func secretsOfDrafts(way: String) async throws {
        try await Server.run(guests: 2) { server, guests in
            let id = try await begin(server, guests, ["state": 1, "private": ["1": "PLUM"]])
            try await server.show(id, to: guests[1])
            let members: [JSONName: JSONValue] = ["send": "draft"]
            let answer =
                way == "seats"
                ? try await server.join(id, by: guests[1], members)
                : try await server.move(["state": 2], in: id, at: 1, by: guests[1], members)
            expect(answer, is: 201)
            #expect(answer["draft"] == true && answer["session", "you"] == .null)
            #expect(!answer.text.contains("PLUM"))
            let read = try await server.get("/v1/sessions/\(id)", by: guests[1])
            #expect(read["draft"] != .null && !read.text.contains("PLUM"))
        }
    }

    @Test("of two states at the same instant one is refused, of two patches both are kept unless they touch the same")
    func concurrency() async throws {
        try await Server.run(guests: 2) { server, guests in
            let id = try await begin(server, guests, order: "anyone", ["state": ["a": 1, "b": 1]])
            expect(try await server.join(id, by: guests[1]), is: 201)
            let patch: JSONValue = ["patch": ["a": 2]]
            expect(try await server.move(patch, in: id, at: 2, by: guests[0]), is: 201)
            let other: JSONValue = ["patch": ["b": 2]]
            let kept = expect(try await server.move(other, in: id, at: 2, by: guests[1]), is: 201)
            #expect(kept["session", "board", "state"] == ["a": 2, "b": 2])
            let state: JSONValue = ["state": 7]
            expect(try await server.move(state, in: id, at: 4, by: guests[0]), is: 201)
            let late = try await server.move(["patch": ["a": 3]], in: id, at: 4, by: guests[1])
            expect(late, isProblem: .staleRevision, revision: 5)
        }
    }

    @Test("a state has up to 64 KiB, and what is longer is refused with the reason")
    func sizes() async throws {
        try await Server.run(guests: 3) { server, guests in
            let id = try await begin(server, guests)
            let large: JSONValue = ["state": .string(String(repeating: "x", count: 65_000))]
            expect(try await server.move(large, in: id, at: 1, by: guests[1]), is: 201)
            let larger: JSONValue = ["state": .string(String(repeating: "x", count: 66_000))]
            let refused = try await server.move(larger, in: id, at: 2, by: guests[2])
            expect(refused, isProblem: .illegalMove, revision: 2)
            #expect(refused["reason"] == "state_too_large")
        }
    }
}
