import Foundation
@_spi(Roundtable) import GameRules
import TestSupport
import Testing

@testable import Roundtable

/// Texts that are hard to write, with names and words as strangers may send them. None takes more than twice as long
/// for twice as many bytes.
@Suite("Time to write texts")
struct WritingCostTests {
    /// Characters that are long, or hard to tell from the next one.
    private static let characters: [String] = [
        "a", "é", "e\u{301}\u{323}\u{302}", "a" + String(repeating: "\u{200D}", count: 11), "👨‍👩‍👧‍👦", "👍🏽", "❤️", "🇩🇪",
        "\u{1100}\u{1161}\u{11A8}", "\u{0E01}\u{0E33}", "$", "$a\u{301}", " ", "a ", "\r\n",
    ]

    /// Lines of pieces of one kind, by how many bytes the line has.
    private static func lines(of character: String) -> [(String, (Int) -> ComposedLine)] {
        let name = NeutralisedText(String(repeating: character, count: 24))
        func line(_ pieces: [TextPiece]) -> (Int) -> ComposedLine {
            let bytes = max(8, pieces.count * name.string.utf8.count)
            return { size in
                (0..<max(1, size / bytes)).reduce(into: ComposedLine()) { line, _ in
                    for piece in pieces { line += piece }
                }
            }
        }
        return [
            ("names", line([.words(name)])), ("names and text", line([.words(name), .text(" and ")])),
            ("names in isolates", line([.isolate, .words(name), .endIsolate])),
            ("texts", line([.text(name)])), ("single characters", line([.words(NeutralisedText(character))])),
            ("one piece", { size in ComposedLine(words: NeutralisedText(repeating(character, bytes: size))) }),
        ]
    }

    @Test("a line, whatever it is made of and wherever it is cut", arguments: characters)
    func lines(character: String) throws {
        for (name, line) in Self.lines(of: character) {
            for limit in [1, TextLimits.summary, TextLimits.accessibilityLabel, 1 << 12] {
                let flaw = try ReadingCost.flaw(of: line) { _ = $0.text(limit: limit, names: []) }
                #expect(flaw == nil, "\(name) to \(limit)")
            }
        }
    }

    @Test("all texts of a message, in every language, of people with long names", arguments: characters)
    func messages(character: String) throws {
        let composer = Composer(games: .testing)
        var seating = try aSession("open", seats: 32).seating
        for (index, seat) in seating.table.all.enumerated() {
            seating[seat].state = .taken
            seating[seat].player = .numbered(index + 1)
            seating[seat].nickname = Nickname("\(index)" + String(repeating: character, count: 4096))
        }
        let names = Attributions(reader: nil, seating: seating)
        let places = seating.table.all.map { "{seat \($0)}" }.joined()
        try #require(composer.texts.languageTags.count >= 4)
        for part in [places, character, "\(character){mover}"] {
            let sentence = { (size: Int) in
                GameText("open.own", ["words": .template(TextTemplate(repeating(part, bytes: size)))])
            }
            for language in composer.texts.languageTags {
                let flaw = try ReadingCost.flaw(of: sentence) { text in
                    _ = composer.compose(
                        .everywhere(text), mover: Composer.Mover(player: .numbered(1), seat: 0), in: language,
                        as: .displayed, for: names)
                }
                #expect(flaw == nil, "\(part.prefix(20)) in \(language)")
            }
        }
    }

    @Test("no nickname has more than 24 characters and 96 bytes", arguments: characters)
    func nicknames(character: String) throws {
        let typed = { (size: Int) in repeating(character, bytes: size) }
        let flaw = try ReadingCost.flaw(of: typed) { _ = Nickname($0) }
        #expect(flaw == nil)
        for before in ["", "x", "xy", "xyz"] {
            let words = Nickname(before + typed(1024))?.words ?? ""
            #expect(words.count <= 24 && words.utf8.count <= 96, "\(words)")
        }
    }
}

extension ComposedLine {
    fileprivate init(words: NeutralisedText) {
        self.init()
        self += .words(words)
    }
}

/// A text over and over, of about so many bytes, but at least once.
private func repeating(_ text: String, bytes: Int) -> String {
    String(repeating: text, count: max(1, bytes / text.utf8.count))
}
