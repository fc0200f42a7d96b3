import Testing

@testable import Roundtable

@Suite("A line of a message")
struct ComposedLineTests {
    private static let name = "$AAAAAAAA-0000-4000-8000-00000000000A"

    private func line(_ pieces: ComposedLine.Piece...) -> ComposedLine {
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
        let text = line(.text("Now "), .attribution(Self.name), .text(" may choose a flavour")).text(limit: limit)
        #expect(text.contains(Self.name) == text.contains("$"))
        #expect(text.replacing(Self.name, with: String(repeating: "x", count: TextLimits.name)).count <= limit)
    }

    @Test("what was isolated stays isolated, wherever the line is cut", arguments: 1...60)
    func isolates(limit: Int) {
        let outer = line(
            .text("three "), .words("four five six seven"), .isolate, .isolate, .text("one "), .attribution(Self.name),
            .text(" two "), .endIsolate, .endIsolate, .text("eight"))
        var depth = 0
        for scalar in outer.text(limit: limit).unicodeScalars {
            depth += scalar == "\u{2068}" ? 1 : scalar == "\u{2069}" ? -1 : 0
            #expect(depth >= 0)
        }
        #expect(depth == 0)
    }

    @Test("only what pieces make together is disarmed")
    func joining() {
        #expect(line(.text("$"), .words("AAAAAAAA-0000")).text(limit: 90) == "\u{FF04}AAAAAAAA-0000")
        #expect(line(.text("$"), .isolate, .words("(x)"), .endIsolate).text(limit: 90) == "\u{FF04}\u{2068}(x)\u{2069}")
        #expect(line(.text("$AAAA"), .words("AAAA")).text(limit: 90) == "\u{FF04}AAAAAAAA")
        #expect(line(.text("You won $"), .text("50")).text(limit: 90) == "You won $50")
        #expect(line(.text("$"), .attribution(Self.name)).text(limit: 90) == "$\(Self.name)")
    }

    @Test("a line that is written at once is what its pieces make, or is left to them")
    func flat() {
        func flat(_ pieces: TextPiece...) -> FlatLine { pieces.reduce(into: FlatLine()) { $0 += $1 } }
        #expect(flat(.text("Amber likes "), .words("Sprinkles")).text(limit: 21) == "Amber likes Sprinkles")
        #expect(flat(.attribution(Self.name), .text(" likes it")).text(limit: 60) == "\(Self.name) likes it")
        #expect(flat(.isolate, .words("Amber"), .endIsolate).text(limit: 20) == "\u{2068}Amber\u{2069}")
        #expect(flat(.text("Amber likes "), .words("Sprinkles")).text(limit: 20) == nil)
        #expect(flat(.words("$5"), .attribution(Self.name)).text(limit: 90) == nil)
    }
}
