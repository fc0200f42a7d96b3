import GameRules
import Foundation
@_spi(Roundtable) import RoundtableJSON
import RoundtableModel
import Testing

@Suite("Strict JSON")
struct StrictnessTests {
    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "{", "}", "[", "]", "[1", "[1,", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{a:1}",
            "{'a':1}", "{\"a\":1 \"b\":2}", "{1:2}", "nul", "nulll", "True", "tru", "[tru]", "NaN", "Infinity", "-",
            "+1",
            "01", "-01", "1.", ".5", "1.e5", "1e", "1e+", "0x1", "1_000", "--1", "\"", "[\"", "// x\n1", "/**/1", "1 2",
            "{}{}", "[]]", "\u{0}", "1\u{0}", "\u{A0}1", "[1,]", "{\"a\":1,}", "[1,,2]", "\"\\u00\"", "\"\\a\"",
        ])
    func malformed(json: String) throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(json.utf8)) }
        guard case .syntax = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "what is not UTF-8 is refused, also where nobody reads it",
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        let json = Array("{\"a\":1,\"b\":\"".utf8) + bytes + Array("\"}".utf8)
        #expect(throws: JSONError.self) { try JSONDocument(json) }
        #expect(throws: JSONError.self) { try JSONDocument(Array(json.dropLast(2))) }
    }

    @Test("a byte order mark and white space around a value are passed over")
    func edges() throws {
        let json = [0xEF, 0xBB, 0xBF] + Array(" \t\r\n{ \"a\" : [ 1 , 2 ] } \n".utf8)
        #expect(try JSONValue(json: json) == ["a": [1, 2]])
    }

    @Test("a canonical text is the one that the value of the text is written as")
    func canonical() throws {
        let json = #" {"b" : [1.0, 1e2, 18446744073709551615, 0.50, "\u0041\/"], "a": {"z": null, "y": true}, "b": 2} "#
        let root = try JSONDocument(Array(json.utf8)).root
        let canonical = try root.canonicalJSON()
        #expect(text(canonical) == #"{"a":{"y":true,"z":null},"b":[1,100,18446744073709551615,0.5,"A/"]}"#)
        #expect(
            text(root.comparableJSON(omitting: ["b"])) == #"{"a":{"y":true,"z":null}}"#)
        #expect(throws: JSONError.self) { try JSONDocument(Array("[1e999]".utf8)).root.canonicalJSON() }
    }

    @Test("a text that was damaged is refused by both, or read as the same value by both", arguments: 0..<20)
    func damaged(seed: UInt64) throws {
        let sample = Array(
            #"{"id":"s1","n":[0,-1.5e3,1234567890,true,false,null],"t":"ü\u00e9\n\ud83d\ude00","o":{"a":{},"b":[]}}"#
                .utf8)
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            var bytes = sample
            for _ in 0...random.roll(3) { random.damage(&bytes) }
            let ours = try? JSONValue(json: bytes)
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            // NB: Foundation lets a comma stand before a closing bracket.
            #expect((ours == nil) == (theirs == nil) || ours == nil && hasTrailingComma(bytes), "\(text(bytes))")
            guard let ours else { continue }
            #expect(try JSONValue(json: ours.json) == ours)
            #expect(try JSONDocument(bytes).root.canonicalJSON() == ours.json)
        }
    }

    private func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        text(bytes).contains(/,\s*[\]}]/)
    }
}

private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

extension SeededRandom {
    fileprivate mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }

    /// Removes, doubles, exchanges or replaces a byte.
    fileprivate mutating func damage(_ bytes: inout [UInt8]) {
        guard bytes.count > 1 else { return }
        let index = roll(bytes.count)
        switch roll(4) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(bytes[roll(bytes.count)], at: index)
        case 2: bytes.swapAt(index, roll(bytes.count))
        default: bytes[index] = Array(#"{}[]",:\u0e-.+ 19ntf/"#.utf8)[roll(20)]
        }
    }
}
