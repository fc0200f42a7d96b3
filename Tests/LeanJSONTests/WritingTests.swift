import Foundation
import LeanJSON
import RoundtableAPI
import Testing

@Suite("Writing JSON")
struct WritingTests {
    @Test(
        "strings are escaped as Foundation escapes them",
        arguments: [
            "", "e2e4", "a/b", "\"", "\\", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F} \u{7F}", "ü😀", "e\u{301}", "\u{2028}",
            "👨‍👩‍👧‍👦", String(repeating: "long \" ", count: 100),
        ])
    func strings(string: String) throws {
        try expectTwins(string)
        try expectTwins([string: [string]])
        try expectTwins([string: 1, string + "a": 2, "b" + string: 3, string + "\n": 4, string + "\t": 5])
    }

    @Test("numbers are written as Foundation writes them")
    func numbers() throws {
        try expectTwins([0, 1, -1, 9, 10, 99, 100, -100, .max, .min] as [Int])
        try expectTwins([0, .max, .min] as [Int8])
        try expectTwins([0, .max] as [UInt64])
        try expectTwins([0, .max, .min] as [Int16])
        try expectTwins(
            [
                0, -0.0, 1, 0.1, 1e300, -1e-300, .leastNonzeroMagnitude, 1.5, 100, 1e16, 123_456_789.125,
                .greatestFiniteMagnitude,
            ] as [Double])
        try expectTwins([0.1, 1e30, .leastNonzeroMagnitude] as [Float])
        try expectTwins([Decimal(string: "12345678901234567890.125"), nil])
    }

    @Test("Foundation's types are written as Foundation writes them")
    func foundationTypes() throws {
        try expectTwins([Date(timeIntervalSince1970: 1_700_000_000.123), .distantPast])
        try expectTwins([Data(), Data([1, 2, 255])])
        try expectTwins([URL(string: "https://example.org/a?b=c#d")])
        try expectTwins([UUID()])
    }

    @Test("members are sorted by their bytes, however long and like each other they are")
    func order() throws {
        let names = [
            "b", "a", "", "trailingSubcaption", "trailingCaption", "trailing", "trailingC", "é", "z", "\"", "!", "#",
        ]
        try expectTwins(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        try expectTwins(Dictionary(uniqueKeysWithValues: (0..<500).map { ("name \($0 * 7919 % 500)", $0) }))
    }

    @Test("optionals, enums with values, and dictionaries with keys of their own are written as Foundation writes them")
    func shapes() throws {
        try expectTwins([1, nil, 3])
        try expectTwins([Shape.circle(radius: 1.5), .named("x", of: ["a": nil, "b": .point]), .point])
        try expectTwins([SeatKey(number: 1): "a", SeatKey(number: 0): "b"])
        try expectTwins([1: "a", 2: "b"])
        try expectTwins([[[]], [[1], []]] as [[[Int]]])
        try expectTwins(JSONValue.object(["a": [1, 1.5, nil, true, "x", [:], []]]))
    }

    @Test("containers may be filled in any order, also after others")
    func containers() throws {
        let written = try Coders.encoder.encode(Scattered())
        #expect(text(written) == text(try Coders.foundationEncoder.encode(Scattered())))
    }

    @Test("what can't be written leaves nothing behind when somebody goes on without it")
    func attempts() throws {
        let written = try Coders.encoder.encode(Attempt())
        #expect(text(written) == #"{"good":1,"list":[2,{"a":3}],"other":4}"#)
    }

    @Test("an infinite number is refused, and the error says where it is")
    func infinity() throws {
        let value = ["list": [["x": 1.0], ["x": 2.0, "y": .infinity]]]
        let error = try #require(throws: EncodingError.self) { try Coders.encoder.encode(value) }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["list", "1", "y"])
    }

    @Test("values nest as deep as in Foundation, and no deeper", arguments: [511, 512, 600])
    func depth(depth: Int) {
        let value = (1..<depth).reduce(JSONValue.array([])) { value, _ in .array([value]) }
        #expect((try? Coders.encoder.encode(value)) == (try? Coders.foundationEncoder.encode(value)).map { Array($0) })
    }

    @Test("a value that writes nothing is refused as a document, and an empty object inside one")
    func nothing() throws {
        #expect(throws: EncodingError.self) { try Coders.encoder.encode(Nothing()) }
        #expect(text(try Coders.encoder.encode([Nothing()])) == "[{}]")
    }
}

enum Shape: Codable, Hashable {
    case point
    case circle(radius: Double)
    indirect case named(String, of: [String: Shape?])
}

struct SeatKey: Hashable, Codable, CodingKeyRepresentable {
    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let number: Int

    init(number: Int) { self.number = number }
    init?(codingKey: some CodingKey) {
        guard let number = Int(codingKey.stringValue.dropFirst()) else { return nil }
        self.number = number
    }

    var codingKey: any CodingKey { Key(stringValue: "s\(number)") }
}

private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) {}
}

/// Writes into containers in turns.
private struct Scattered: Encodable {
    enum Member: String, CodingKey { case zulu, alpha, mike, list, `super` }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        var zulu = members.nestedContainer(keyedBy: Member.self, forKey: .zulu)
        var list = members.nestedUnkeyedContainer(forKey: .list)
        try members.encode(1, forKey: .mike)
        try zulu.encode("b", forKey: .mike)
        try list.encode(1)
        var inner = list.nestedContainer(keyedBy: Member.self)
        var innerList = list.nestedUnkeyedContainer()
        try list.encodeNil()
        try zulu.encode("a", forKey: .alpha)
        try inner.encode(2, forKey: .zulu)
        try innerList.encode(3)
        try inner.encode(4, forKey: .alpha)
        var five = list.superEncoder().singleValueContainer()
        try five.encode("five")
        try ["x": 1].encode(to: members.superEncoder())
        var again = encoder.container(keyedBy: Member.self)
        _ = again.superEncoder(forKey: .alpha)
    }
}

/// Tries to write what can't be written.
private struct Attempt: Encodable {
    enum Member: String, CodingKey { case good, bad, list, other }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try? members.encode([["a": Double.nan]], forKey: .bad)
        try members.encode(1, forKey: .good)
        try? members.encode(Double.nan, forKey: .bad)
        var list = members.nestedUnkeyedContainer(forKey: .list)
        try? list.encode([1, Double.nan])
        try list.encode(2)
        try? list.encode(Double.nan)
        try list.encode(["a": 3])
        try members.encode(4, forKey: .other)
    }
}
