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

    @Test("a part of a line is written again as it was, and shortened as if it were new", arguments: 1...60)
    func again(limit: Int) {
        let pieces: [TextPiece] = [
            .text("one "), .words("two three four five"), .isolate, .attribution(of: Self.ben), .endIsolate,
        ]
        var whole = pieces.reduce(into: line(.text("zero "))) { $0 += $1 }
        let start = whole.size
        for piece in pieces { whole += piece }
        var copied = pieces.reduce(into: line(.text("zero "))) { $0 += $1 }
        copied += whole.suffix(from: start)
        #expect(copied.text(limit: limit) == whole.text(limit: limit))
        copied.removeAll()
        copied += .text("x")
        #expect(copied.text(limit: limit) == "x")
    }
}
