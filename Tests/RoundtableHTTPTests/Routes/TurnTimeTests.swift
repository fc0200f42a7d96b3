import RoundtableJSON
import RoundtableModel
import TestSupport
import Testing

@Suite("A turn's time in messages and pages", .database, .serialized)
struct TurnTimeTests {
    private static let clock: JSONValue = ["turnSeconds": 259_200, "bankSeconds": 86_400]

    @Test(
        "the message with which a turn begins says how long it is, in its language",
        arguments: [
            ("en", 259_200, "3 days to play"), ("de", 3600, "1 Stunde Zeit"), ("pl", 300, "5 minut na ruch"),
            ("ar", 172_800, "مهلة الدور: يومان"), ("en", 5400, "90 minutes to play"), ("en", 86_400, "1 day to play"),
        ])
    func languages(language: String, seconds: Int, words: String) async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open(
                "tic-tac-toe", by: guests[0], ["clock": ["turnSeconds": .integer(seconds)]])
            // Nobody's turn begins as long as somebody is missing.
            #expect(opened["message", "layout", "trailingSubcaption"] == .null)
            let locale: JSONValue = .string(language)
            let joined = try await server.join(opened.session, by: guests[1], ["locale": locale])
            #expect(joined["message", "layout", "trailingSubcaption"] == .string(words))
            server.time.advance(seconds: 30)
            let moved = try await server.move("b2", in: opened.session, at: 2, by: guests[0], ["locale": locale])
            #expect(moved["message", "layout", "trailingSubcaption"] == .string(words))
            // VoiceOver reads no captions: what it says instead has the time, too.
            for message in [joined, moved] {
                let label = message["message", "accessibilityLabel"]?.string ?? ""
                #expect(label.hasSuffix(" – \(words)") && label.count > words.count + 3, "\(label)")
            }
        }
    }

    @Test("it has what is left of the bank, and a game's own text wins")
    func bank() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["clock": Self.clock])
            let joined = try await server.join(opened.session, by: guests[1])
            #expect(joined["message", "layout", "trailingSubcaption"] == "4 days to play")
            let plain = try await server.open("tic-tac-toe", by: guests[0])
            let without = try await server.join(plain.session, by: guests[1])
            #expect(without["message", "layout", "trailingSubcaption"] == .null)
            let reversi = try await server.open("reversi", by: guests[0], ["clock": Self.clock])
            expect(try await server.join(reversi.session, by: guests[1]), is: 201)
            let moved = try await server.move("d3", in: reversi.session, at: 2, by: guests[0])
            let own = moved["message", "layout", "trailingSubcaption"]?.string
            #expect(own != nil && own?.contains("to play") == false)
            #expect(moved["message", "accessibilityLabel"]?.string?.contains("days to play") == false)
        }
    }

    @Test("the page tells the deadline, the clock, the options and the series")
    func page() async throws {
        try await Server.run(guests: 2) { server, guests in
            let fields: [JSONName: JSONValue] = [
                "clock": Self.clock, "options": ["rows": 4, "columns": 3], "live": true,
            ]
            let opened = try await server.open("dots-and-boxes", by: guests[0], fields)
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            let page = expect(try await server.get("/m/\(opened.token)"), is: 200).text
            let deadline = try await server.get("/v1/sessions/\(opened.session)", by: guests[0])["deadline"]?.string
            #expect(page.contains("Until <time datetime=\"\(try #require(deadline))\" data-local>"))
            for text in ["3 days", "1 day", "rows", ">4</code>", "Live messages"] { #expect(page.contains(text)) }
            #expect(!page.contains("of the series"))
            expect(try await server.act("resign", in: opened.session, at: 2, by: guests[1]), is: 201)
            #expect(!(try await server.get("/m/\(opened.token)").text.contains("Until")))
            let next = try await server.act("rematch", in: opened.session, at: 3, by: guests[0], ["send": "now"])
            let rematch = try await server.get("/m/\(next.token)").text
            #expect(rematch.contains("Game 2 of the series") && rematch.contains(">1 won<"))
        }
    }
}
