import Foundation
import JSON
import RoundtableModel
import Testing

@Suite("JSON of strangers")
struct StrangersJSONTests {
    @Test("a run of combining marks that no script needs is set apart, and any other text stays as it is")
    func streamSafe() throws {
        let usual = "Zażółć gęślą jaźń, Việt Nam, ก็, नमस्ते, 👩‍👩‍👧‍👦, e\u{301}\u{323}"
        let marks = String(repeating: "\u{301}", count: 30)
        for text in [usual, String(repeating: usual, count: 20), "e" + marks] {
            let read = try String(json: text.json)
            #expect(Array(read.utf8) == Array(text.utf8))
        }
        let read = try String(json: "e\(marks)\(marks)\u{301}!".json)
        #expect(Array(read.utf8) == Array("e\(marks)\u{34F}\(marks)\u{34F}\u{301}!".utf8))
    }

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
}
