import Foundation
@_spi(Roundtable) import GameRules
import Testing

@testable import Roundtable

/// Unicode's own data, as far as `scripts/unicode_tables.py` keeps it for tests.
enum UnicodeData {
    static func lines(of file: String) throws -> [Substring] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Unicode")
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.utf8.starts(with: "# ".utf8) }
    }
}

@Suite("Emoji in names")
struct EmojiNameTests {
    @Test("every emoji of emoji-test.txt is found whole, and comes back byte for byte, alone and among letters")
    func all() throws {
        let all = try UnicodeData.lines(of: "emoji-test.txt").map(String.init)
        #expect(all.count == 3655)
        for emoji in all {
            let scalars = Array(emoji.unicodeScalars)
            #expect(scalars.endOfEmoji(at: 0) == scalars.count, "\(emoji)")
            for name in [emoji, "Zoe \(emoji)", "\(emoji)x"] {
                #expect(Array(Nickname(name)?.words.utf8 ?? "".utf8) == Array(name.utf8), "\(name)")
            }
            let twice = Array("a\(emoji)b\(emoji)".neutralised(maximumLength: 24, maximumBytes: 96).string.utf8)
            #expect(twice == Array("a\(emoji)b\(emoji)".utf8), "\(emoji)")
        }
    }

    @Test(
        "an emoji of no list stays whole if it has the grammar of one",
        arguments: ["🐱\u{200D}💻", "🏴\u{200D}☠\u{FE0F}", "👨🏿\u{200D}🦰", "🏴\u{200D}🅰\u{FE0F}", "❤\u{FE0E}"])
    func others(emoji: String) {
        #expect(Array(Nickname("a\(emoji)")?.words.utf8 ?? "".utf8) == Array("a\(emoji)".utf8))
    }

    @Test("a flag of a part of a country has three to six letters and an end; other tags are left out")
    func tags() {
        func tags(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }))
        }
        let (flag, end) = ("\u{1F3F4}", "\u{E007F}")
        for code in ["gbsct", "gbeng", "gbwls", "ustx", "fr75c"] {
            #expect(Nickname(flag + tags(code) + end)?.words == flag + tags(code) + end)
        }
        for odd in [
            flag + tags("gbsct"), flag + tags("us") + end, flag + tags("gbsctgb") + end, flag + tags("GBSCT") + end,
            flag + end, flag + tags("gb ct") + end,
        ] {
            #expect(Array(Nickname(odd)?.words.unicodeScalars ?? "".unicodeScalars) == ["\u{1F3F4}"])
        }
        #expect(Nickname("Amber" + tags("secret") + end)?.words == "Amber")
        #expect(Nickname("😀" + tags("gbsct") + end)?.words == "😀")
    }

    @Test(
        "what shows nothing is left out, but where it changes how letters are written",
        arguments: [
            ("Am\u{200D}ber", "Amber"), ("Amber\u{FE0F}", "Amber"), ("Am\u{200C}ber", "Amber"), ("7\u{FE0F}", "7"),
            ("Amber\u{FE0E}", "Amber"), ("A\u{34F}mber", "Amber"), ("Am\u{AD}ber", "Amber"), ("A\u{180B}b", "Ab"),
            ("Amber\u{E0100}", "Amber"), ("Amber\u{FE00}", "Amber"), ("Amber\u{2060}\u{FEFF}", "Amber"),
            ("علی\u{200C}رضا", "علی\u{200C}رضا"), ("رضا\u{200C}علی", "رضاعلی"), ("نعم\u{200D}", "نعم"),
            ("क्\u{200D}ष", "क्\u{200D}ष"), ("क्\u{200C}ष", "क्\u{200C}ष"), ("क\u{200D}ष", "कष"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}"),
        ])
    func invisible(typed: String, expected: String) {
        let words = Nickname(typed)?.words ?? ""
        #expect(Array(words.unicodeScalars) == Array(expected.unicodeScalars), "\(words.debugDescription)")
    }

    @Test(
        "a name is in normalization form KC (RFC 8266), with single spaces; an emoji keeps its form",
        arguments: [
            ("Ａｍｂｅｒ", "Amber"), ("ﬁlip", "filip"), ("Ⅷ", "VIII"), ("e\u{301}", "\u{E9}"), ("A\u{3000}B", "A B"),
            ("\u{212B}", "\u{C5}"), ("𝐀𝓫", "Ab"), ("ｱﾝ", "アン"), ("🈁", "🈁"), ("㊗\u{FE0F}", "㊗\u{FE0F}"),
            ("™", "TM"), ("™\u{FE0F}", "™\u{FE0F}"), ("\u{FF04}5", "\u{FF04}5"), ("\u{FE69}x", "$x"),
        ])
    func composed(typed: String, expected: String) {
        let words = Nickname(typed)?.words ?? ""
        #expect(Array(words.unicodeScalars) == Array(expected.unicodeScalars), "\(words.debugDescription)")
        #expect(Nickname(words)?.words == words)
    }
}
