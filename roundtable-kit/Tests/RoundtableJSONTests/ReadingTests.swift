import GameRules
import Foundation
@_spi(Roundtable) import RoundtableJSON
import RoundtableModel
import Testing

@Suite("Reading JSON")
struct ReadingTests {
    private func read<Value: JSONReadable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try Value(json: Array(json.utf8))
    }

    @Test(
        "numbers are read as Foundation reads them, or refused",
        arguments: [
            "0", "-0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "-9223372036854775809", "1.0", "1.5", "-1.50e1", "1e2", "1E+2", "100e-2", "1e18", "1e19", "1e300", "1e309",
            "-1e309", "0.0e-999", "12345678901234567890123", "0.1", "5e-324", "1e999999999999999999999",
        ])
    func numbers(json: String) {
        let foundation = JSONDecoder()
        let data = Data(json.utf8)
        #expect((try? read(json, as: Int.self)) == (try? foundation.decode(Int.self, from: data)))
        #expect((try? read(json, as: Double.self)) == (try? foundation.decode(Double.self, from: data)))
    }

    @Test("any decimal is read and written as Swift reads and writes it, however it is put together", arguments: 0..<8)
    func decimals(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<5_000 {
            let digits = String(
                (0..<Int.random(in: 1...18, using: &random)).map { _ in "0123456789".randomElement(using: &random)! })
            var text = Bool.random(using: &random) ? "-" : ""
            let point = digits.index(digits.startIndex, offsetBy: Int.random(in: 0...digits.count, using: &random))
            let whole = digits[..<point].drop { $0 == "0" }
            text += whole.isEmpty ? "0" : whole
            if point < digits.endIndex { text += "." + digits[point...] }
            if Int.random(in: 0..<4, using: &random) == 0 { text += "e\(Int.random(in: -30...30, using: &random))" }
            let number = try #require(Double(text))
            let element = try JSONDocument(Array(text.utf8)).root
            #expect(try element.number().bitPattern == number.bitPattern, "\(text)")
            var canonical = JSONWriter()
            // Whole numbers are integers as far as these go.
            if let integer: Int = element.integerIfWhole() {
                canonical.integer(integer)
            } else if let unsigned: UInt64 = element.integerIfWhole() {
                canonical.integer(unsigned)
            } else {
                canonical.number(number)
            }
            #expect(try element.canonicalJSON() == canonical.withBytes { Array($0) }, "\(text)")
        }
    }

    @Test("a number that is too small to be told from 0 is refused, 0 is not, and no integer loses its fraction")
    func zero() throws {
        #expect(
            try read("0e5", as: Double.self) == 0 && read("0e999999999999999999999", as: Int.self) == 0)
        #expect(throws: JSONError.self) { try read("1e-400", as: Double.self) }
        #expect(throws: JSONError.self) { try read("1e-400", as: Int.self) }
        #expect(throws: JSONError.self) { try read("12345678901234567.90", as: Int.self) }
        #expect(try read("12345678901234567.0") == 12_345_678_901_234_567)
    }

    @Test(
        "strings are read as Foundation reads them, or refused",
        arguments: [
            #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC\u0000""#, #""\uD83D\uDE00""#, #""\uD83D""#,
            #""\uDE00""#, #""\uD83D\u0041""#, #""\uD83Dx""#, #""\x""#, #""\u12""#, #""\u12G4""#, "\"\u{1}\"", "\"\t\"",
            "\"ü😀\u{7F}\u{2028}\"", #"""#, #""\"#, #""\""#, #""a" "b""#,
        ])
    func strings(json: String) {
        let ours = try? read(json, as: String.self)
        #expect(ours == (try? JSONDecoder().decode(String.self, from: Data(json.utf8))))
        #expect((try? read("{\(json):1}", as: [JSONName: Int].self)) == ours.map { [JSONName($0): 1] })
    }

    @Test(
        "what is wrong is told with its place",
        arguments: [
            ("[]", JSONError.wrongType(path: "")), ("{}", .missing(path: "conversation")),
            (#"{"conversation":null}"#, .null(path: "conversation")),
            (#"{"conversation":{"local":1}}"#, .wrongType(path: "conversation.local")),
            (#"{"conversation":{"local":"x"}}"#, .invalid(path: "conversation.local", "a UUID")),
            (#"{"conversation":{"local":"\#(UUID())"}}"#, .missing(path: "conversation.remotes")),
            (
                #"{"conversation":{"local":"\#(UUID())","remotes":["\#(UUID())",7]}}"#,
                .wrongType(path: "conversation.remotes.1")
            ),
        ])
    func errors(json: String, error: JSONError) {
        #expect(throws: error) { try read(json, as: OpenRequest.self) }
    }

    @Test("of several members with one name the first counts, also of very many")
    func duplicates() throws {
        #expect(try read(#"{"a":1,"b":2,"a":3}"#) == ["a": 1, "b": 2])
        #expect(try read(#"{"\u0061":1,"b":2,"a":3}"#) == ["a": 1, "b": 2])
        let members = (0..<1000).map { "\"m\($0 % 500)\":\($0)" }.joined(separator: ",")
        #expect(try read("{\(members)}", as: [JSONName: Int].self).allSatisfy { $0.value < 500 })
    }

    @Test("a text nests at most 512 levels deep", arguments: [(512, true), (513, false), (100_000, false)])
    func depth(depth: Int, isRead: Bool) {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(((try? read(json, as: JSONValue.self)) != nil) == isRead)
    }

    @Test(
        "a URL is one, and a time one of RFC 3339",
        arguments: ["", "today", "2023-11-14", "2023-11-14T22:13:20", "1700000000"])
    func noTime(text: String) {
        #expect(throws: JSONError.self) { try read("\"\(text)\"", as: Date.self) }
        #expect(throws: JSONError.self) { try read("\"\"", as: URL.self) }
    }
}
