import Testing

@_spi(Roundtable) @testable import GameRules

@Suite("GameText that names nobody")
struct NeutralisedTextTests {
    @Test(
        "has no dollar before a hexadecimal digit, a parenthesis or its end; all else stays",
        arguments: [
            ("", ""), ("Amber", "Amber"), ("$", "\u{FF04}"), ("5 $", "5 \u{FF04}"), ("$5", "\u{FF04}5"), ("$ 5", "$ 5"),
            ("$(x)", "\u{FF04}(x)"), ("$)", "$)"), ("$A1", "\u{FF04}A1"), ("$f", "\u{FF04}f"), ("$g", "$g"),
            ("$-1", "$-1"), ("$$a$", "$\u{FF04}a\u{FF04}"), ("$\u{FF21}", "\u{FF04}\u{FF21}"), ("$😀", "$😀"),
            ("$\u{301}A", "\u{FF04}A"), ("$\u{200D}\u{FE0F}(", "\u{FF04}("), ("$\u{E0041}g", "$g"),
            ("$\u{2068}", "\u{FF04}"), ("e\u{301}\u{200D}$x", "e\u{301}\u{200D}$x"), ("\u{FF04}a", "\u{FF04}a"),
        ])
    func rule(text: String, expected: String) {
        let neutralised = NeutralisedText(text).string
        #expect(Array(neutralised.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(NeutralisedText(neutralised).string == neutralised)
    }

    @Test("is joined to any other, and cut anywhere before a sign that it was, without an accident")
    func joining() {
        var generator = SeededRandom(seed: 1)
        func text() -> String {
            (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
                ["$", "$", "A1", "(", "-", " ", "\u{301}", "\u{200D}", "\u{E0041}", "👩🏽‍🚀", "é", "x"]
                    .randomElement(using: &generator)
            }.joined()
        }
        for _ in 0..<5000 {
            let texts = (0..<3).map { _ in NeutralisedText(text()).string }
            #expect(!texts.joined().contains(Self.danger), "\(texts)")
            let scalars = texts[0].unicodeScalars
            let cut = String(scalars.prefix(Int.random(in: 0...scalars.count, using: &generator))) + "…" + texts[1]
            #expect(!cut.contains(Self.danger), "\(cut)")
        }
    }

    /// Said otherwise than the rule itself.
    nonisolated(unsafe) private static let danger = /\$[\p{Mn}\p{Me}\p{Cf}]*[(0-9A-Fa-f]/
        .matchingSemantics(.unicodeScalar)
}
