import Foundation
import GameRules
import Games
import TestSupport
import Testing

@testable import Roundtable

@Suite("Texts in every language")
struct TranslationTests {
    private static let languages = ["ar", "de", "en", "pl"]
    private let composer = Composer(games: .standard)

    @Test("every text of the games and of the service is written in every language", arguments: languages)
    func complete(language: String) {
        #expect(TextCatalog.service.flaws(in: language) == [])
        #expect(GameLibrary.standard.texts.flaws(in: language) == [])
    }

    @Test("a flawed file is found out")
    func flaws() throws {
        let catalog = try TextCatalog(files: [
            "en": Data(
                (#"{"a": "{mover} won", "b": "{x}", "#
                    + #""c": {"count": "n", "one": "a", "other": "{n}"}, "d": "d", "e": "e"}"#).utf8),
            "pl": Data(
                (#"{"a": "{mover} wygrywa", "b": "{y}", "#
                    + #""c": {"count": "n", "one": "a", "other": "{n}"}, "d": " ", "f": "f"}"#).utf8),
        ])
        #expect(
            Set(catalog.flaws(in: "pl")) == [
                "e is missing", "f is not said in English", "a: lacks `you`",
                "b: has other places than the English one",
                "c: has not the categories of the language", "d: is empty",
            ])
    }

    @Test("a language that a game does not speak is written in English, text by text")
    func fallBack() throws {
        let texts = MessageTexts(
            caption: GameText("deal.move", ["mover": .mover]), summary: GameText("joined", ["mover": .mover]))
        let names = Attributions(reader: nil, seating: try aSession().seating)
        let composed = Composer(games: .testing).compose(
            texts, mover: .init(player: .numbered(0), seat: 0), in: "de", as: .displayed, for: names)
        #expect(composed.caption == "Person 1 moved")
        #expect(composed.summary == "Person 1 spielt jetzt mit")
    }

    @Test(
        "every message of every game is composed whole, to its mover, to others and to be staged", arguments: languages)
    func games(language: String) throws {
        let events = try Self.events()
        try #require(events.count > 30)
        for (session, event) in events {
            let person = Person.group(of: 2)[1]
            let device = Device(player: person.player, conversation: person.conversation)
            let names = Attributions(device: device, seating: session.seating)
            for form in Composer.Form.allCases {
                let texts = compose(event, in: language, as: form, for: names)
                for text in texts.all {
                    #expect(!text.isEmpty && !text.contains("{") && !text.contains("…"), "\(text)")
                    #expect(!text.contains(/[a-z]\.[a-z]/), "\(text)")
                    #expect(language != "ar" || text.unicodeScalars.contains { (0x600...0x6FF).contains($0.value) })
                }
                #expect(texts.summary.replacing(/\$[-0-9A-F]{36}/, with: "Amber").count <= 60, "\(texts.summary)")
                let english = compose(event, in: "en", as: form, for: names)
                #expect((texts.caption == english.caption) == (language == "en"))
            }
        }
    }

    @Test(
        "numbers have their plural, and sentences their direction",
        arguments: [
            ("en", "After 7 moves"), ("de", "Nach 7 Zügen"), ("pl", "7 ruchów"), ("ar", "بعد 7 حركات"),
        ])
    func plurals(language: String, expected: String) throws {
        let won = try aSession("four-in-a-row").after(script: "1 2 1 2 1 2 1")
        let event = try #require(won.newest)
        let names = Attributions(reader: nil, seating: won.seating)
        #expect(compose(event, in: language, as: .displayed, for: names).trailingCaption == expected)
    }

    @Test("in a language written from right to left, whatever is inserted stands by itself")
    func isolation() throws {
        let session = try aSession().after(script: "b2")
        let event = try #require(session.newest)
        let people = Person.group(of: 2)
        let device = Device(player: people[0].player, conversation: people[0].conversation)
        var seating = session.seating
        seating.participants = 2
        let names = Attributions(device: device, seating: seating)
        let staged = compose(event, in: "ar", as: .staged, for: names)
        #expect(staged.caption == "اختيار \u{2068}$\(people[0].local)\u{2069}: الوسط")
        #expect(staged.subcaption == "الدور الآن: \u{2068}$\(people[0].calls(people[1]))\u{2069}")
        #expect(compose(event, in: "ar", as: .displayed, for: names).caption == "اخترت الوسط")
        #expect(!String(reflecting: compose(event, in: "de", as: .staged, for: names)).contains("2068"))
        let english = GameText("common.next", ["next": .text(GameText("deal.opening", ["mover": .mover]))])
        let mixed = Composer(games: .testing).summary(
            english, mover: .init(player: nil, seat: 0), in: "ar",
            for: Attributions(reader: nil, seating: session.seating))
        #expect(mixed == "الدور الآن: \u{2068}\u{2068}الشخص 1\u{2069} deals\u{2069}")
    }

    private func compose(
        _ event: Event, in language: String, as form: Composer.Form, for names: Attributions
    ) -> ComposedTexts {
        composer.compose(
            event.details.texts, mover: .init(player: event.player, seat: event.seat), in: language, as: form,
            for: names)
    }

    /// Events of every kind that a game tells, with the session that they led to.
    private static func events() throws -> [(Session, Event)] {
        let iceCream = "Base=base01 Scoops=scoops05 Topping=topping01"
        let scripts: [(GameName, String)] = [
            ("tic-tac-toe", ""), ("tic-tac-toe", "b2 a1 a2 c2 b1 b3 a3 c1 c3"), ("tic-tac-toe", "a1 a2 b1 b2 c1"),
            ("four-in-a-row", ""), ("four-in-a-row", "1 1 2 2 3 3 4"), ("ice-cream", ""), ("ice-cream", iceCream),
            ("ice-cream", "\(iceCream) Topping=topping02"), ("ice-cream", "\(iceCream) finish"),
        ]
        return try scripts.flatMap { game, script in
            var session = try anUnopenedSession(game).opened()
            var events = [session]
            session = try session.after(.join, by: 1)
            events.append(session)
            for move in script.split(separator: " ") {
                session = try session.after(script: String(move))
                events.append(session)
            }
            if session.outcome == nil { events.append(try session.after(.resign, by: 1)) }
            return events.compactMap { session in session.newest.map { (session, $0) } }
        }
    }
}

extension Session {
    /// The session after some moves, each by whoever may make it.
    fileprivate func after(script: String) throws -> Session {
        try script.split(separator: " ").reduce(self) { session, move in
            let seats = session.toAct.filter { seat in
                session.refusal(of: .move(.move(String(move))), by: seat.rawValue) == nil
            }
            return try session.after(String(move), by: try #require(seats.first).rawValue)
        }
    }
}

extension ComposedTexts {
    /// The caption, of a message that has a caption bar.
    var shownCaption: String { caption ?? "" }

    /// Every text that there is.
    var all: [String] {
        [summary, accessibilityLabel]
            + [caption, subcaption, trailingCaption, trailingSubcaption, imageTitle, imageSubtitle].compactMap(\.self)
    }
}
