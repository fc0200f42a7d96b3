import Foundation
@_spi(Roundtable) import RoundtableJSON
import RoundtableModel
import Testing

@Suite("JSON of strangers")
struct StrangersJSONTests {
    @Test(
        "a name is found however it is escaped, and no other is taken for it",
        arguments: [
            (#"\u0067ame"#, true), (#"gam\u0065"#, true), (#"\u0067\u0061\u006d\u0065"#, true),
            (#"\u0067am"#, false), (#"\u0067amey"#, false), (#"\u0067\u0061\u006d\u0065\u0065"#, false),
            (#"\u0067am\u00e9"#, false), (#"\ud83d\ude00"#, false), (#"\n\"\\\/"#, false),
        ])
    func escapedNames(name: String, isFound: Bool) throws {
        let document = try JSONDocument(Array("{\"\(name)\":7}".utf8), maximumDepth: 3)
        #expect(try document.root.readIfPresent("game", as: Int.self) == (isFound ? 7 : nil))
    }

    @Test("a character of two escapes is found by its four bytes")
    func pairs() throws {
        let document = try JSONDocument(Array(#"{"a":1,"\ud83d\ude00":7,"\n":8}"#.utf8), maximumDepth: 3)
        #expect(
            try document.root.readIfPresent("😀", as: Int.self) == 7
                && document.root.readIfPresent("\n", as: Int.self) == 8)
    }

    @Test("a reader may ask for fewer levels than JSON allows", arguments: [1, 2, 31, 32])
    func levels(depth: Int) throws {
        let json = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        _ = try JSONDocument(json, maximumDepth: depth)
        #expect(throws: JSONError.self) { try JSONDocument(json, maximumDepth: depth - 1) }
    }

    @Test(
        "an error says where, and of a long way only the end, of a long name only the beginning",
        arguments: [
            (#"{"a":{"b":[1,"x"]}}"#, "a.b.1"), (#"{"\u0061":{"é\n":["x"]}}"#, "a.é\n.0"),
            (#"{"\#(String(repeating: "α", count: 31_000))":["x"]}"#, "\(String(repeating: "α", count: 20))….0"),
            (#"{"\#(String(repeating: "k", count: 41))":"x"}"#, "\(String(repeating: "k", count: 40))…"),
            (#"{"\#(String(repeating: "\\ud83d\\ude00", count: 9000))":"x"}"#, "\(String(repeating: "😀", count: 10))…"),
            (#"[[[[[[[[["x"]]]]]]]]]"#, "….0.0.0.0.0.0.0.0"), (#"[[[[[[[["x"]]]]]]]]"#, "0.0.0.0.0.0.0.0"),
        ])
    func paths(json: String, path: String) {
        #expect(throws: JSONError.wrongType(path: path)) { try Numbers(json: Array(json.utf8)) }
    }

    /// Numbers in whatever they lie in.
    private struct Numbers: JSONReadable {
        init(_ json: JSONElement) throws(JSONError) {
            switch json.kind {
            case .array: _ = try [Numbers](json)
            case .object: _ = try [JSONName: Numbers](json)
            default: _ = try Int(json)
            }
        }
    }

    @Test("a text is refused by the bytes that it is written in, before it is read")
    func longTexts() throws {
        func read(_ text: String) throws -> String? {
            try JSONDocument(Array(#"{"a":"\#(text)"}"#.utf8)).root.readIfPresent("a", atMost: 8)
        }
        #expect(try read("12345678") == "12345678" && read(#"\u0031"#) == "1" && read("éééé") == "éééé")
        for long in ["123456789", #"\u0031234"#, "ééééé"] {
            #expect(throws: JSONError.tooLong(path: "a", maximum: 8)) { try read(long) }
        }
        #expect(JSONError.tooLong(path: "a", maximum: 8).description == "a has more than 8 bytes.")
    }

    @Test("JSON of a game's shape is bounded by its canonical bytes, and tells what can't be kept")
    func gameJSON() throws {
        func sent(_ json: String) throws -> GameJSON { try GameJSON(json: Array(json.utf8)) }
        let bounds = GameJSON.Bounds(bytes: 10)
        #expect(try sent("[1,  2, 3, 40]").excess(over: bounds) == nil)
        #expect(try sent("[1, 2, 3, 400]").excess(over: bounds) == "It has more than 10 bytes.")
        #expect(try sent("[1.0, 2]") == [1, 2])
        #expect(throws: JSONError.self) { try sent("[1e999]") }
        for unkept in [#"[{"a\u0000":1}]"#, #""\u0000""#] { #expect(try sent(unkept).hasNullCharacter) }
        #expect(try !sent(#"["\\u0000", "\u00011", 1]"#).hasNullCharacter)
    }

    @Test("numbers that are compared and not read need not fit")
    func comparableNumbers() throws {
        let document = try JSONDocument(Array(#"{"b": 1e999, "a": [1.0, 18446744073709551615, -0.50], "c": 1}"#.utf8))
        let text = String(decoding: document.root.comparableJSON(omitting: ["c"]), as: UTF8.self)
        #expect(text == #"{"a":[1,18446744073709551615,-0.5],"b":1e999}"#)
    }

    @Test(
        "whole numbers are found however they are written",
        arguments: [
            ("100", 100), ("1.00", 1), ("-0.0", 0), ("0.5e1", 5), ("12.50e2", 1250), ("1200e-2", 12), ("0.001e3", 1),
            ("10.0e-1", 1), ("0e99999999999999", 0), ("-9223372036854775808.000", .min), ("100.10e1", 1001),
            ("1.5", nil), ("9223372036854775808", nil), ("1e19", nil), ("1e-1", nil), ("100.10", nil),
        ] as [(String, Int?)])
    func wholeNumbers(json: String, number: Int?) throws {
        #expect(try JSONDocument(Array(json.utf8)).root.integerIfWhole() == number)
    }

    @Test("a language tag loses the subtags that are too many")
    func languageTags() {
        #expect(LanguageTag.truncated("sr-Latn-RS-u-co-standard") == "sr-Latn-RS-u-co-standard")
        let long = "sr-Latn-RS-u-co-standard-kf-upper-nu-latn"
        #expect(LanguageTag.truncated(long) == "sr-Latn-RS-u-co-standard-kf-upper")
        #expect(LanguageTag.truncated("en_US@calendar=gregorian;numbers=latn") == "en-US")
        #expect(LanguageTag.truncated("de-x-\(String(repeating: "a", count: 40))") == "de")
    }
}
