import GameRules
import RoundtableTestTools
import Foundation
@_spi(Roundtable) import RoundtableJSON
import Testing

/// RFC 8259, section 8.3: names are the same if they are so code unit by code unit.
@Suite("Names and texts are compared by their bytes")
struct NameTests {
    @Test("names that are canonically equivalent are two, in a dictionary, a set and in order")
    func equivalent() {
        let names = BytewiseJSON.texts.map { JSONName(String(decoding: $0, as: UTF8.self)) }
        #expect(Set(names).count == names.count)
        for one in names {
            for other in names {
                let (own, theirs) = (Array(one.text.utf8), Array(other.text.utf8))
                #expect((one == other) == (own == theirs) && (one < other) == own.lexicographicallyPrecedes(theirs))
                #expect((JSONValue.string(one.text) == .string(other.text)) == (own == theirs))
            }
        }
        #expect(Set(names.map { JSONValue.string($0.text) }).count == names.count)
    }

    @Test("any document comes back byte for byte, however it was sent", arguments: 1...40 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2 {
            let document = BytewiseJSON.object(of: 35, depth: 3, using: &random)
            let sent = document.sent(using: &random)
            let read = try JSONDocument(Array(sent.utf8)).root
            let canonical = Array(document.canonical.utf8)
            #expect(try GameJSON(read).data == Data(canonical))
            #expect(try read.canonicalJSON() == canonical)
            #expect(read.comparableJSON() == canonical)
            let readValue = try JSONValue(read)
            #expect(readValue.json == canonical)
            guard case .object(let members) = document else { continue }
            for (name, value) in members {
                let member = readValue[String(decoding: name, as: UTF8.self)]
                #expect(member?.json == Array(value.canonical.utf8))
            }
        }
    }

    @Test("of several members with one name the first counts, also if they are escaped in different ways")
    func repeated() throws {
        let json = Array(#"{"caf\u00e9":1,"café":2,"cafe\u0301":3,"cafe\u0301":4,"caf\u00E9":5}"#.utf8)
        #expect(try JSONValue(json: json).json == Array("{\"cafe\u{301}\":3,\"caf\u{E9}\":1}".utf8))
    }

    @Test("half of a surrogate pair is refused, in names as in texts")
    func surrogates() {
        for half in [#"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ude00\ud83d"#, #"\ud83d\u0041"#] {
            for json in ["\"\(half)\"", "{\"\(half)\":1}"] {
                #expect(throws: JSONError.self) { try JSONDocument(Array(json.utf8)) }
            }
        }
    }

    @Test("other coders keep names that they can tell apart, and refuse the others")
    func otherCoders() throws {
        let plain: JSONValue = ["a": 1, "A": ["\u{AC00}": true]]
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(plain)) == plain)
        let equivalent: JSONValue = ["caf\u{E9}": 1, "cafe\u{301}": 2]
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(equivalent) }
        #expect(throws: EncodingError.self) { try GameJSON(encoding: ["state": equivalent]) }
        #expect(throws: DecodingError.self) { try GameJSON(equivalent).decode(as: [String: Int].self) }
        #expect(try GameJSON(plain).decode(as: JSONValue.self) == plain)
    }
}
