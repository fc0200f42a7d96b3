import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("The composer")
struct ComposerTests {
    private let composer = Composer(games: .testing)
    private let people = Person.group(of: 3)

    private func names(for person: Person, nickname: String? = nil) throws -> Attributions {
        var seating = try aSession("ice-cream", seats: 3).seating
        seating[1].nickname = nickname.flatMap { Nickname($0) }
        let aliases = people.reduce(into: AliasBook()) { book, other in
            if other.number != person.number {
                book.learn(person.calls(other), sent: .revision(1), madeBy: other.player)
            }
        }
        return Attributions(
            device: Device(player: person.player, conversation: person.conversation, aliases: aliases), seating: seating
        )
    }

    private func compose(_ texts: MessageTexts, by mover: Int, as form: Composer.Form, for reader: Int) throws
        -> ComposedTexts
    {
        composer.compose(
            texts, mover: .init(player: people[mover].player, seat: SeatIndex(mover)), in: "en", as: form,
            for: try names(for: people[reader], nickname: "Amber"))
    }

    private let topping = GameText(
        "ice-cream.topping", ["mover": .mover, "part": .text(GameText("ice-cream.topping01"))])

    @Test("a staged text names everybody by the sending device's own identifiers")
    func staged() throws {
        let texts = MessageTexts(caption: topping, summary: GameText("common.next", ["next": .seat(2)]))
        let composed = try compose(texts, by: 1, as: .staged, for: 1)
        #expect(composed.caption == "$\(people[1].local) likes Sprinkles!")
        #expect(composed.summary == "$\(people[1].calls(people[2])) to play")
    }

    @Test("a displayed text never has an identifier, whoever reads it", arguments: 0..<3)
    func displayed(reader: Int) throws {
        var texts = MessageTexts(caption: topping, summary: GameText("common.next", ["next": .seat(2)]))
        texts.subcaption = GameText(
            "common.list", ["first": .seat(0), "rest": .text(GameText("common.next", ["next": .seat(1)]))])
        let composed = try compose(texts, by: 1, as: .displayed, for: reader)
        let all = String(reflecting: composed)
        #expect(!all.contains("$"))
        #expect(!people.contains { all.lowercased().contains(people[reader].calls($0).description.lowercased()) })
        #expect(composed.caption == (reader == 1 ? "You like Sprinkles!" : "Amber likes Sprinkles!"))
    }

    @Test(
        "what one form leaves to the next changes nothing in it, whoever is named in a list, and whoever moved",
        arguments: ["en", "ar"], [0, 1])
    func forms(language: String, reader: Int) throws {
        let turn = #"{"turn": {"other": "It is their turn, not yours", "you": "It is your turn"}}"#
        let composer = Composer(
            texts: composer.texts.merging(try TextCatalog(files: ["en": Data(turn.utf8)])))
        let toppings = (1...9).map { GameText("ice-cream.topping0\($0)") }
        func list(_ more: GameText...) -> TextArgument { .list(toppings + more, joinedBy: "common.list") }
        func own(_ sentence: String) -> GameText { GameText("open.own", ["words": .template(TextTemplate(sentence))]) }
        let lists = [
            list(), list(GameText("common.next", ["next": .seat(2)])), list(topping), list(GameText("turn")),
            list(own("{mover} passes")), list(own("nobody passes"), own("but {seat 2}")), list(own("$ or نعم")),
            list(GameText("common.list", ["first": list(GameText("turn")), "rest": .words("نعم")])),
            list(GameText("ice-cream.topping", ["mover": .words("$Amber"), "part": list()])),
        ]
        let names = try names(for: people[reader], nickname: "Amber")
        for list in lists {
            var texts = MessageTexts(caption: topping)
            texts.accessibilityLabel = GameText("four-in-a-row.rack", ["what": .text(topping), "columns": list])
            texts.imageSubtitle = texts.accessibilityLabel
            let writer = TextWriter(composer, in: language, for: names)
            for form in Composer.Form.allCases + Composer.Form.allCases {
                for seat in [0, 1, 0] {
                    let mover = Composer.Mover(player: people[seat].player, seat: SeatIndex(seat))
                    let alone = composer.compose(texts, mover: mover, in: language, as: form, for: names)
                    #expect(writer.compose(texts, mover: mover, as: form) == alone)
                }
            }
        }
    }

    @Test("what one reader was told changes nothing for another", arguments: ["en", "de", "ar"])
    func toldBefore(language: String) throws {
        let mover = Composer.Mover(player: people[1].player, seat: 1)
        for texts in [
            MessageTexts(caption: GameText("four-in-a-row.opening", ["mover": .mover])),
            MessageTexts(caption: topping, summary: GameText("common.next", ["next": .seat(2)])),
        ] {
            let told = ToldSession()
            for reader in [0, 1, 2, 1, 0] {
                let names = try names(for: people[reader], nickname: "Amber")
                for form in Composer.Form.allCases {
                    let alone = composer.compose(texts, mover: mover, in: language, as: form, for: names)
                    let writer = TextWriter(composer, in: language, for: names)
                    #expect(writer.compose(texts, mover: mover, as: form, of: told) == alone)
                }
            }
            #expect(told.written(in: language, isReadersOwn: false) != nil)
            #expect(told.written(in: "pl", isReadersOwn: false) == nil)
        }
    }

    @Test("the mover who reads is \"You\", also in a text within a text")
    func youWithin() throws {
        let nested = GameText(
            "ice-cream.board.nothing", ["what": .text(GameText("ice-cream.topping.label", topping.arguments))])
        let texts = MessageTexts(caption: nested)
        #expect(try compose(texts, by: 1, as: .displayed, for: 1).shownCaption.hasPrefix("You like Sprinkles."))
        #expect(try compose(texts, by: 1, as: .displayed, for: 0).shownCaption.hasPrefix("Amber likes Sprinkles."))
        #expect(
            try compose(texts, by: 1, as: .staged, for: 1).shownCaption.hasPrefix(
                "$\(people[1].local) likes Sprinkles."))
    }

    @Test("words that somebody wrote are neutralised, and never taken for a place")
    func words() throws {
        let words = "$\(people[0].local) {first}\n$("
        let texts = MessageTexts(caption: GameText("common.list", ["first": .words(words), "rest": .number(1)]))
        for form in [Composer.Form.staged, .displayed] {
            let caption = try compose(texts, by: 0, as: form, for: 0).shownCaption
            #expect(!caption.contains("$"))
            #expect(!caption.contains("\n"))
            #expect(caption.contains("{first}"))
        }
    }

    @Test(
        "every event that is no move has its words",
        arguments: [
            Event.Kind.joined, .started, .resigned, .left, .skipped, .timedOut, .reclaimed, .accepted, .declined,
            .undone, .paused, .resumed,
        ])
    func standardTexts(kind: Event.Kind) throws {
        for outcome in [nil, Outcome.won(by: 2), .abandoned, .drawn] {
            let texts = MessageTexts.standard(for: kind, outcome: outcome)
            for reader in 0..<2 {
                let caption = try compose(texts, by: 1, as: .displayed, for: reader).shownCaption
                #expect(caption.hasPrefix(reader == 1 ? "You " : "Amber "))
                #expect(caption != texts.caption.key)
            }
        }
    }

    @Test(
        "the first preference that there is any text for decides the language",
        arguments: [
            (["en-GB"], "en"), (["xx", "EN"], "en"), ([], "en"), (["tlh"], "en"), (["de-AT"], "de"),
            (["pl_PL"], "pl"), (["ar-EG", "de"], "ar"),
        ])
    func language(preferences: [String], expected: String) {
        #expect(composer.language(for: preferences) == expected)
    }

    @Test("a draft of somebody without a seat speaks of its author by the device's own identifier")
    func unseatedAuthor() throws {
        let seating = try aSession("ice-cream", seats: 3, taken: 1).seating
        let device = Device(player: people[2].player, conversation: people[2].conversation)
        let composed = composer.compose(
            MessageTexts(caption: topping), mover: .init(player: people[2].player, seat: nil), in: "en", as: .staged,
            for: Attributions(device: device, seating: seating))
        #expect(composed.caption == "$\(people[2].local) likes Sprinkles!")
    }
}

extension Composer {
    /// All texts of a message.
    func compose(
        _ texts: MessageTexts, mover: Mover, in language: String, as form: Form, for readers: Attributions
    ) -> ComposedTexts {
        TextWriter(self, in: language, for: readers).compose(texts, mover: mover, as: form)
    }
}
