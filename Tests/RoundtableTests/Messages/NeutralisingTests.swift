import Foundation
@_spi(Roundtable) import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("What people type, in composed texts")
struct NeutralisingTests {
    /// Patterns that invite an accident: places that touch each other, and dollars before a place.
    private static let risky = #"""
        {"risky.price": "${a}{b}", "risky.call": "$({a}) {mover}${b}", "risky.halves": "{a}-{b}{a}",
         "risky.hex": "$A1B2C3{a}", "risky.next": "{mover}{a}{b}{mover}", "risky.mark": "{a}\u0301$\u0301{b}"}
        """#

    private let people = Person.group(of: 4)
    private let uuids: [String]
    private let seating: Seating

    init() throws {
        let people = people
        seating = try aSession("ice-cream", seats: 4).seating
        uuids = people.flatMap { reader in people.map { reader.calls($0).description } }
    }

    @Test("nothing but an attribution reads like one, in any text and form", arguments: ["ar", "de", "en", "pl"])
    func attributionsOnly(language: String) throws {
        var generator = SeededRandom(seed: 1)
        let composer = Composer(texts: try texts)
        // Each text in one form of each language.
        let (forms, first) = (Composer.Form.allCases, Int(language.utf8.first ?? 0))
        let keys = composer.texts.keys(in: Composer.sourceLanguage).sorted()
        try #require(keys.count > 100)
        for (number, key) in keys.enumerated() {
            let form = forms[(first + number) % forms.count]
            let text = try text(key, in: composer.texts, using: &generator)
            let names = names(using: &generator)
            let mover = Composer.Mover(player: people[1].player, seat: 1)
            func compose(_ text: GameText) -> ComposedTexts {
                composer.compose(.everywhere(text), mover: mover, in: language, as: form, for: names)
            }
            check(compose(text), harmless: compose(text.harmless), in: language, "\(key) \(form)")
        }
    }

    private var texts: TextCatalog {
        get throws {
            GameLibrary.testing.texts.merging(.service)
                .merging(try TextCatalog(files: ["en": Data(Self.risky.utf8)]))
        }
    }

    /// A text of a key whose places are filled with the worst.
    private func text(_ key: String, in texts: TextCatalog, using generator: inout SeededRandom) throws -> GameText {
        let pattern = try #require(texts.pattern(key, in: Composer.sourceLanguage))
        var arguments: TextArguments = [:]
        for place in pattern.other.matches(of: /\{([^{}]+)\}/).map({ String($0.output.1) }) {
            arguments[place] = argument(using: &generator)
        }
        return GameText(key, arguments)
    }

    private func argument(using generator: inout SeededRandom) -> TextArgument {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: .mover
        case 1: .seat(SeatIndex(Int.random(in: 0..<3, using: &generator)))
        case 2: .number(12_345_678)
        case 3: .text(GameText("common.list", ["first": .words(nasty(using: &generator)), "rest": .mover]))
        case 4:
            .list(
                [GameText("you"), GameText("common.list", ["first": .words(nasty(using: &generator))])],
                joinedBy: "common.list")
        default: .words(nasty(using: &generator))
        }
    }

    /// Names of a device that knows two of four people, with nicknames as bad as the words.
    private func names(using generator: inout SeededRandom) -> Attributions {
        var seating = seating
        for seat in 0..<4 { seating[SeatIndex(seat)].nickname = Nickname(nasty(using: &generator)) }
        let reader = people[Int.random(in: 0...1, using: &generator)]
        var aliases = AliasBook()
        aliases.learn(reader.calls(people[2]), sent: .revision(1), madeBy: people[2].player)
        return Attributions(
            device: Device(player: reader.player, conversation: reader.conversation, aliases: aliases), seating: seating
        )
    }

    private func nasty(using generator: inout SeededRandom) -> String {
        let uuid = uuids.randomElement(using: &generator) ?? ""
        let pieces = [
            "$", "$", "$", "(", ")", "$(", uuid, uuid, "$\(uuid)", "$\(uuid.lowercased())", String(uuid.prefix(14)),
            String(uuid.dropFirst(14)), String(uuid.dropFirst()), String(uuid.prefix(1)), "\n", "\r\n", "\u{0}",
            "\u{1B}[31m",
            "\u{2028}", "\u{202E}", "\u{2066}", "\u{2068}", "\u{2069}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{200C}",
            "\u{200D}", "\u{FE0F}", "\u{FEFF}", "\u{3164}", "\u{FF04}", "\u{FE69}", "\u{E0041}", "{mover}", "{a}", "{",
            "}",
            "\u{301}", String(repeating: "\u{301}", count: 300), String(repeating: "👩🏽‍🚀", count: 300), "🏴", "ﷺ", " ",
            "You",
            "Player 2", "Amber", "é", "نعم",
        ]
        return (0..<Int.random(in: 1...8, using: &generator))
            .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
    }

    private func check(_ texts: ComposedTexts, harmless: ComposedTexts, in language: String, _ what: String) {
        for (text, harmless) in zip(texts.all, harmless.all) {
            #expect(text.attributions.count <= harmless.attributions.count, "\(what): \(text.debugDescription)")
            #expect(Set(text.attributions).isSubset(of: harmless.attributions), "\(what): \(text.debugDescription)")
            let rest = text.replacing(Patterns.name, with: "\u{FFFC}")
            #expect(!rest.contains(Patterns.beginning), "\(what): \(text)")
            let forbidden = rest.unicodeScalars.filter { $0.isForbidden }
            #expect(forbidden.isEmpty, "\(what): \(text.debugDescription)")
            #expect(rest.depthOfIsolates == 0, "\(what): \(text.debugDescription)")
        }
        for (text, limit) in texts.limited {
            #expect(text.visibleLength <= limit, "\(what): \(text)")
            #expect(text.unicodeScalars.count <= 12 * limit + 1000, "\(what)")
        }
    }
}

extension GameText {
    /// The same text with nothing for each word that somebody wrote: at most as long, whatever is left of those.
    fileprivate var harmless: GameText {
        var harmless = arguments
        for (name, argument) in arguments.places {
            switch argument {
            case .words: harmless[name] = .words("")
            case .text(let text): harmless[name] = .text(text.harmless)
            case .list(let texts, let key): harmless[name] = .list(texts.map(\.harmless), joinedBy: key)
            case .mover, .seat, .number, .template: break
            }
        }
        return GameText(key, harmless)
    }
}

extension MessageTexts {
    /// One text in places of little and of much room.
    static func everywhere(_ text: GameText) -> MessageTexts {
        var texts = MessageTexts(caption: text)
        texts.trailingCaption = text
        texts.imageTitle = text
        return texts
    }
}

extension ComposedTexts {
    fileprivate var limited: [(String, Int)] {
        [
            (shownCaption, TextLimits.caption), (trailingCaption ?? "", TextLimits.trailingCaption),
            (imageTitle ?? "", TextLimits.imageTitle), (summary, TextLimits.summary),
            (accessibilityLabel, TextLimits.accessibilityLabel),
        ]
    }
}

/// What is looked for in each text: a pattern that is written where it is used is compiled at each use.
private enum Patterns {
    nonisolated(unsafe) static let attribution = /\$[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/
        .matchingSemantics(.unicodeScalar)
    nonisolated(unsafe) static let name = shown.matchingSemantics(.unicodeScalar)
    /// What might become an attribution with what follows.
    nonisolated(unsafe) static let beginning = /\$\p{M}*(\(|[0-9A-Fa-f]{8})/.matchingSemantics(.unicodeScalar)
    nonisolated(unsafe) static let shown = /\$[-0-9A-F]{36}/
}

extension String {
    /// What Messages would take for an attribution.
    fileprivate var attributions: [String] {
        utf8.contains(UInt8(ascii: "$")) ? matches(of: Patterns.attribution).map { String($0.output) } : []
    }

    fileprivate var visibleLength: Int {
        replacing(Patterns.shown, with: String(repeating: "x", count: TextLimits.name))
            .filter { $0 != "\u{2068}" && $0 != "\u{2069}" }.count
    }

    fileprivate var depthOfIsolates: Int {
        unicodeScalars.reduce(0) { $0 + ($1 == "\u{2068}" ? 1 : $1 == "\u{2069}" ? -1 : 0) }
    }
}

extension Unicode.Scalar {
    /// Control characters and line breaks, and what turns the direction of writing.
    fileprivate var isForbidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: ![0x200C, 0x200D, 0x2068, 0x2069].contains(value)
        default: false
        }
    }
}
