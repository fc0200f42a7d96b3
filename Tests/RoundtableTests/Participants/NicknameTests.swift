import Roundtable
import Testing

@Suite("What users type")
struct NicknameTests {
    @Test(
        "is made one harmless line",
        arguments: [
            ("Amber", "Amber"), ("  Amber \n Rose ", "Amber Rose"), (" Amber", "Amber"), ("Amber ", "Amber"),
            ("a  b", "a b"), ("a1, b2: (c)", "a1, b2: (c)"), ("a\u{7F}b", "a b"), ("a\tb\u{2028}c\u{0}d", "a b c d"),
            ("\u{202E}evil\u{200B}", "evil"), ("$100", "\u{FF04}100"), ("$(rm)", "\u{FF04}(rm)"), ("US$", "US\u{FF04}"),
            ("$A1B2C3D4-0000-0000-0000-000000000000", "\u{FF04}A1B2C3D4-0000-0000-0000"), ("$$a", "$\u{FF04}a"),
            ("\u{1F469}\u{200D}\u{1F680}", "\u{1F469}\u{200D}\u{1F680}"), ("{mover}", "{mover}"),
            ("$ $f", "$ \u{FF04}f"), ("Twenty-two characters,$ b", "Twenty-two characters,\u{FF04}"),
            ("$\u{200B}A1", "\u{FF04}A1"), ("$ hello", "$ hello"), ("$\u{301}A1", "\u{FF04}A1"),
            ("$\u{200D}(", "\u{FF04}("), ("\u{301}a\u{200D}", "a"), ("a\u{3000}\u{A0}b", "a b"),
            ("\u{3164}x\u{2800}", "x"), ("Zoe\u{301}", "Zoe\u{301}"), ("❤️", "❤️"),
        ])
    func neutralised(typed: String, expected: String) {
        #expect(Nickname(typed)?.words == expected)
    }

    @Test(
        "is no nickname if nothing is left of it",
        arguments: ["", "   ", "\n", "\u{200B}\u{202E}", "\u{0}", "\u{301}\u{200D}", "\u{3164}\u{2800}"])
    func nothing(typed: String) {
        #expect(Nickname(typed) == nil)
    }

    @Test("is cut at 24 characters and 96 bytes, whole characters, however much is piled upon each")
    func length() {
        #expect(Nickname(String(repeating: "ab ", count: 40))?.words == "ab ab ab ab ab ab ab ab")
        #expect(Nickname(String(repeating: "x", count: 97))?.words == String(repeating: "x", count: 24))
        #expect(Nickname(String(repeating: "😀", count: 30))?.words == String(repeating: "😀", count: 24))
        #expect(Nickname(String(repeating: "👨‍👩‍👧‍👦", count: 30))?.words == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦")
        #expect(Nickname("$" + String(repeating: "👍🏽", count: 30))?.words == "$" + String(repeating: "👍🏽", count: 11))
        let piled = "Z" + String(repeating: "\u{0301}", count: 5000)
        #expect(Nickname(piled)?.words == "\u{179}\u{301}\u{301}\u{301}")
    }
}
