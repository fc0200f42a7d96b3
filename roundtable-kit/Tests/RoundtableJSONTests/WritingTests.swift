import Foundation
import Testing

@_spi(Roundtable) @testable import RoundtableJSON

@Suite("Writing JSON")
struct WritingTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var text = JSONWriter()
        write(&text)
        return text.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test("what must be escaped is, wherever it stands among eight bytes, and nothing else")
    func escapes() throws {
        let special = ["\"", "\\", "\n", "\u{0}", "\u{1F}", " ", "\u{7F}", "\u{80}", "ä", "中", "👍🏽", "$"]
        for length in 0..<20 {
            for place in 0...length {
                for sign in special {
                    let words =
                        String(repeating: "a", count: place) + sign + String(repeating: "!", count: length - place)
                    let text = written { $0.string(words) }
                    #expect(try JSONDecoder().decode(String.self, from: Data(text.utf8)) == words)
                    #expect(text.utf8.count == 2 + length + escaped(sign))
                }
            }
        }
    }

    /// How many bytes a character takes.
    private func escaped(_ sign: String) -> Int {
        switch sign {
        case "\"", "\\", "\n": 2
        case "\u{0}", "\u{1F}": 6
        default: sign.utf8.count
        }
    }

    @Test("nothing but escapes, and more than there is room for at first")
    func long() throws {
        for sign in ["\"", "\u{1}", "ab\"", "abcdefgh\""] {
            let words = String(repeating: sign, count: 5000)
            let text = written { text in text.array([words, words]) { $0.string($1) } }
            #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == [words, words])
        }
    }

    @Test("a UUID is written as Foundation writes it, in both cases, and read again")
    func uuids() {
        for _ in 0..<1000 {
            let uuid = UUID()
            #expect(written { $0.uuid(uuid, uppercase: true) } == "\"\(uuid.uuidString)\"")
            #expect(uuid.text(uppercase: false) == uuid.uuidString.lowercased())
            #expect(UUID(text: Array(uuid.uuidString.utf8)) == uuid)
        }
        for text in ["", "1a5e2f30-9b7c-4D1A-8E55-0C6D7F8A9B0", "1a5e2f30-9b7c-4D1A-8E55-0C6D7F8A9B011"] {
            #expect(UUID(text: Array(text.utf8)) == nil)
        }
        #expect(UUID(text: Array("1a5e2f30+9b7c-4D1A-8E55-0C6D7F8A9B01".utf8)) == nil)
        #expect(UUID(text: Array("1a5e2f30-9b7c-4D1A-8E55-0C6D7F8A9B0g".utf8)) == nil)
    }

    @Test("whole numbers and others are written as Foundation writes them")
    func numbers() throws {
        let foundation = JSONEncoder()
        for number in [0, 1, -1, 9, 10, 99, 100, -100, .max, .min] as [Int] {
            #expect(try written { $0.integer(number) } == text(foundation.encode(number)))
        }
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
        for number in [
            0.1, 1e300, -1e-300, .leastNonzeroMagnitude, 1.5, 100, 123_456_789.125, .greatestFiniteMagnitude,
        ] {
            #expect(try written { $0.number(number) } == text(foundation.encode(number)))
        }
    }

    @Test("the members of a dictionary are sorted by their bytes, however long and like each other they are")
    func order() {
        let names = ["b", "a", "", "trailingSubcaption", "trailingCaption", "trailing", "é", "z", "\"", "!"]
        let json = text(Dictionary(uniqueKeysWithValues: names.map { (JSONName($0), 1) }).json)
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(json == "{" + sorted.map { "\(text($0.json)):1" }.joined(separator: ",") + "}")
    }

    private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
