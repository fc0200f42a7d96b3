import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

/// Identifiers of people whom no text names, in pieces, hidden and put together again by joining what the pieces fill.
@Suite("Names that people forge")
struct ForgedNameTests {
    /// Patterns whose places touch each other, a dollar and a name, at the begin and the end of a line.
    private static let patterns = #"""
        {"forged.beside": "{a}{b}{c}", "forged.dollar": "${a}{b}${c}", "forged.digits": "$0A{a}{b}1{c}",
         "forged.names": "{mover}{a}{seat}{b}{mover}{c}", "forged.end": "{a} – {mover}$", "forged.mark": "$\u0301{a}{c}",
         "forged.own": {"other": "{a}${b}", "you": "${a}{b}{c}"}, "forged.list": "{first}{rest}"}
        """#

    private static let noise = [
        "\u{301}", "\u{20E3}", "\u{34F}", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{202E}",
        "\u{2066}", "\u{2068}", "\u{2069}", "\u{180B}", "\u{FE0E}", "\u{FE0F}", "\u{FEFF}", "\u{3164}", "\u{2800}",
        "\u{E0041}", "\u{E0100}", "\u{0}", "\n", "\r\n", "\u{2028}", "\u{A0}", "\u{3000}", "\u{FF04}", "\u{FE69}",
        "\u{FF21}", "$", "$$", "$(", "(", "-", " ", "  ", "{", "}", "{a}", "{seat 9}", "1\u{FE0F}\u{20E3}", "👩🏽‍🚀", "🇩🇪",
        "\u{1F3F4}\u{E0067}\u{E007F}", "é", "ﷺ", "नी", String(repeating: "\u{301}", count: 5),
    ]

    private let people = Person.group(of: 4)
    private let composer: Composer
    private let seating: Seating

    init() throws {
        composer = Composer(
            texts: GameLibrary.testing.texts.merging(.service)
                .merging(try TextCatalog(files: ["en": Data(Self.patterns.utf8)])))
        seating = try aSession("ice-cream", seats: 4).seating
    }

    @Test("stand in no text, whatever hides them and wherever they are split", arguments: ["ar", "en"], 0..<4)
    func forged(language: String, seed: Int) {
        var generator = SeededRandom(seed: UInt64(seed))
        let keys = composer.texts.keys(in: "en").filter { $0.hasPrefix("forged.") }.sorted()
        for _ in 0..<400 {
            var names = names(nicknamed: Nickname(parts(using: &generator).joined()))
            if Bool.random(using: &generator) { names = self.names(nicknamed: nil) }
            let key = keys.randomElement(using: &generator) ?? ""
            let text = GameText(key, arguments(using: &generator))
            let form = Composer.Form.allCases.randomElement(using: &generator) ?? .staged
            let composed = composer.compose(
                .everywhere(text), mover: .init(player: people[0].player, seat: 0), in: language, as: form, for: names)
            let attributed = form == .staged ? [0, 1].map { "$\(people[0].calls(people[$0]))" } : []
            for line in composed.all {
                #expect(!line.hasIdentifier(but: attributed), "\(text) in \(language): \(line.debugDescription)")
            }
        }
    }

    @Test("are in no nickname, nor begin with one")
    func nicknames() {
        var generator = SeededRandom(seed: 1)
        for _ in 0..<4000 {
            guard let words = Nickname(parts(using: &generator).joined())?.words else { continue }
            #expect(!(words + people[0].local.description).hasIdentifier(but: []), "\(words.debugDescription)")
        }
    }

    /// The device of somebody who knows everybody, and names two of them.
    private func names(nicknamed nickname: Nickname?) -> Attributions {
        var seating = seating
        for seat in seating.table.all { seating[seat].nickname = nickname }
        var aliases = AliasBook()
        for person in people.dropFirst() {
            aliases.learn(people[0].calls(person), sent: .revision(1), madeBy: person.player)
        }
        let device = Device(player: people[0].player, conversation: people[0].conversation, aliases: aliases)
        return Attributions(device: device, seating: seating)
    }

    /// An identifier of somebody who is not named, with noise in it, in three parts; often split right behind the
    /// dollar, and often where short texts are cut.
    private func parts(using generator: inout SeededRandom) -> [String] {
        func one<Value>(of values: [Value], else value: Value) -> Value {
            values.randomElement(using: &generator) ?? value
        }
        let identifier = "\(people[0].calls(people[one(of: [2, 3], else: 2)]))"
        var scalars = Array("$\(one(of: [identifier, identifier, identifier.lowercased()], else: ""))".unicodeScalars)
        for _ in 0..<one(of: [0, 0, 1, 2, 5], else: 0) {
            let place = min(scalars.count, one(of: [0, 1, 1, 2, 9, 40], else: 0))
            scalars.insert(contentsOf: one(of: Self.noise, else: "").unicodeScalars, at: place)
        }
        let ends = [one(of: [0, 1, 1, 2, 9], else: 0), one(of: [1, 2, 9, 20, 40], else: 0)]
            .map { min($0, scalars.count) }.sorted()
        let parts = [scalars[..<ends[0]], scalars[ends[0]..<ends[1]], scalars[ends[1]...]]
            .map { String(String.UnicodeScalarView($0)) }
        return [String(repeating: "x", count: one(of: [0, 0, 3, 24, 80], else: 0)) + parts[0], parts[1], parts[2]]
    }

    private func arguments(using generator: inout SeededRandom) -> TextArguments {
        var arguments: TextArguments = ["mover": .mover, "seat": .seat(1)]
        for (place, part) in zip(["a", "b", "c"], parts(using: &generator)) {
            arguments[place] =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: .template(TextTemplate(part + "{mover}"))
                case 1: .template(TextTemplate(["ar": part, "en": "{seat 1}" + part]))
                case 2: .text(GameText(part))
                case 3: .text(GameText("forged.list", ["first": .words(part), "rest": .number(0)]))
                case 4: .list([GameText(part), GameText("open.own", ["words": .words("B2")])], joinedBy: "forged.list")
                default: .words(part)
                }
        }
        return arguments
    }
}

extension String {
    /// Whether a `$` stands before what begins an identifier or a substitution, but for some attributions; whatever
    /// shows nothing between them. A definition of its own, by which the rule is judged.
    fileprivate func hasIdentifier(but attributions: [String]) -> Bool {
        var rest = self
        for attribution in attributions {
            rest = rest.replacingOccurrences(of: attribution, with: "\u{FFFC}", options: .literal)
        }
        let visible = rest.unicodeScalars.filter { scalar in
            let hidden: [Unicode.GeneralCategory] = [.nonspacingMark, .enclosingMark, .format]
            return !hidden.contains(scalar.properties.generalCategory) && !Self.fillers.contains(scalar)
        }
        return String(String.UnicodeScalarView(visible)).contains(Self.identifier)
    }

    private static let fillers: Set<Unicode.Scalar> = ["\u{115F}", "\u{1160}", "\u{3164}", "\u{FFA0}"]

    nonisolated(unsafe) private static let identifier = /\$[(0-9A-Fa-f０-９Ａ-Ｆａ-ｆ]/.matchingSemantics(.unicodeScalar)
}
