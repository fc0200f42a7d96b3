@_spi(Roundtable) import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("A line of a message")
struct ComposedLineTests {
    private static let ben = ParticipantID(.numbered(0xAAAA))
    private static let name = "$\(ben)"

    private func line(_ pieces: TextPiece...) -> ComposedLine {
        pieces.reduce(into: ComposedLine()) { $0 += $1 }
    }

    @Test("what fits stays as it is")
    func fitting() {
        #expect(line(.text("Amber likes "), .words("Sprinkles")).text(limit: 21) == "Amber likes Sprinkles")
    }

    @Test("somebody's words are cut before the sentence is, the longest first")
    func words() {
        let sentence = line(
            .words("A very long nickname"), .text(" says "), .words("a lot of words that go on"), .text("!"))
        #expect(sentence.text(limit: 40) == "A very long nickname says a lot of wor…!")
        #expect(sentence.text(limit: 32) == "A very long… says a lot of wo…!")
    }

    @Test("a sentence that is too long by itself ends early")
    func truncation() {
        #expect(line(.text("The quick brown fox")).text(limit: 11) == "The quick…")
        #expect(line(.text("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦")).text(limit: 2) == "👨‍👩‍👧‍👦…")
    }

    @Test("an attribution is whole or not there", arguments: 1...60)
    func attribution(limit: Int) {
        let text = line(.text("Now "), .attribution(of: Self.ben), .text(" may choose a flavour")).text(limit: limit)
        #expect(text.contains(Self.name) == text.contains("$"))
        #expect(text.replacing(Self.name, with: String(repeating: "x", count: TextLimits.name)).count <= limit)
    }

    @Test("what was isolated stays isolated, wherever the line is cut", arguments: 1...60)
    func isolates(limit: Int) {
        let outer = line(
            .text("three "), .words("four five six seven"), .isolate, .isolate, .text("one "),
            .attribution(of: Self.ben), .text(" two "), .endIsolate, .endIsolate, .text("eight"))
        var depth = 0
        for scalar in outer.text(limit: limit).unicodeScalars {
            depth += scalar == "\u{2068}" ? 1 : scalar == "\u{2069}" ? -1 : 0
            #expect(depth >= 0)
        }
        #expect(depth == 0)
    }

    @Test("what stands between attributions is neutralised, and an attribution is not")
    func joining() {
        #expect(line(.text("$"), .words("AAAAAAAA-0000")).text(limit: 90) == "\u{FF04}AAAAAAAA-0000")
        #expect(line(.text("$"), .isolate, .words("(x)")).text(limit: 9) == "\u{FF04}\u{2068}(x)")
        #expect(line(.text("$AAAA"), .words("AAAA")).text(limit: 90) == "\u{FF04}AAAAAAAA")
        #expect(line(.text("You won $"), .text(NeutralisedText(50))).text(limit: 90) == "You won \u{FF04}50")
        #expect(line(.text("$"), .attribution(of: Self.ben)).text(limit: 90) == "\u{FF04}\(Self.name)")
        #expect(line(.words("$ or €"), .attribution(of: Self.ben)).text(limit: 90) == "$ or €\(Self.name)")
    }

    @Test("a name is filled in where its place is, isolated where it would turn the line", arguments: 1...60)
    func names(limit: Int) {
        let names: [ComposedLine.Person: TextPiece] = [
            .mover: .words("A very long name"), .seat(1): .attribution(of: Self.ben), .seat(2): .words("أمل"),
        ]
        for direction in [TextDirection.leftToRight, .rightToLeft] {
            var line = line(.text("before"))
            let start = line.end
            var filled = ComposedLine()
            for person in [.mover, .seat(1), .seat(2), .mover] as [ComposedLine.Person] {
                line.addName(of: person, within: direction)
                line += .text(" and ")
                let isIsolated = direction == .rightToLeft || person == .seat(2)
                if isIsolated { filled += .isolate }
                filled += names[person] ?? .isolate
                if isIsolated { filled += .endIsolate }
                filled += .text(" and ")
            }
            let end = line.end
            line += .text("behind")
            let filling = line.people.map { names[$0] ?? .isolate }
            let text = line.text(from: start, to: end, limit: limit, names: filling)
            #expect(text == filled.text(limit: limit))
            #expect(line.text(to: start, limit: 90, names: filling) == "before")
        }
    }
}

extension ComposedLine {
    /// The text of a line without places for names.
    fileprivate func text(limit: Int) -> String { text(limit: limit, names: []) }
}
