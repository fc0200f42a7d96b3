import Foundation
import LeanJSON
import RoundtableAPI
import Testing

@Suite("Reading JSON")
struct ReadingTests {
    @Test(
        "numbers are read as Foundation reads them, or refused",
        arguments: [
            "0", "-0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.0", "1.5", "-1.50e1", "1e2",
            "1E+2",
            "100e-2", "1e18", "1e19", "1e300", "1e309", "-1e309", "0.0e-999", "127", "128", "-128", "255",
            "256", "12345678901234567890123", "0.1", "5e-324", "1e999999999999999999999",
        ])
    func numbers(json: String) {
        for json in [json, "[\(json)]", "{\"a\":\(json)}"] {
            expectNumber(json, Int.self)
            expectNumber(json, UInt64.self)
            expectNumber(json, Int8.self)
            expectNumber(json, Double.self)
            expectNumber(json, Float.self)
            expectNumber(json, JSONValue.self)
        }
    }

    /// Foundation forgets where a number was that doesn't fit.
    private func expectNumber<Value: Decodable & Equatable>(_ json: String, _ type: Value.Type) {
        func read<Whole: Decodable & Equatable>(_ whole: Whole.Type) {
            let ours = try? Coders.decoder.decode(whole, from: Array(json.utf8))
            #expect(ours == (try? Coders.foundationDecoder.decode(whole, from: Data(json.utf8))), "\(json) as \(whole)")
        }
        read(type)
        read([Value].self)
        read([String: Value].self)
    }

    @Test(
        "strings are read as Foundation reads them, or refused",
        arguments: [
            #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC\u0000""#, #""\uD83D\uDE00""#, #""\uD83D""#,
            #""\uDE00""#, #""\uD83D\u0041""#, #""\uD83Dx""#, #""\x""#, #""\u12""#, #""\u12G4""#, "\"\u{1}\"", "\"\t\"",
            "\"ü😀\u{7F}\u{2028}\"", #"""#, #""\"#, #""\""#, #""a" "b""#,
        ])
    func strings(json: String) {
        expectTwins(reading: json, as: String.self)
        expectTwins(reading: "{\(json):\(json)}", as: [String: String].self)
    }

    @Test("a number that is too small to be told from 0 is refused, 0 is not, and no integer loses its fraction")
    func zero() throws {
        func read<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value {
            try Coders.decoder.decode(type, from: Array(json.utf8))
        }
        #expect(try read("0e5", as: Double.self) == 0 && read("0e999999999999999999999", as: Int.self) == 0)
        #expect(throws: DecodingError.self) { try read("1e-400", as: Double.self) }
        #expect(throws: DecodingError.self) { try read("1e-400", as: Int.self) }
        #expect(throws: DecodingError.self) { try read("12345678901234567.90", as: Int.self) }
        #expect(try read("12345678901234567.0", as: Int.self) == 12_345_678_901_234_567)
    }

    @Test(
        "errors are of the same kind and say the same place as Foundation's",
        arguments: [
            "{}", "[]", "null", "1", "{\"name\":1}", "{\"name\":null}", "{\"name\":\"a\"}",
            "{\"name\":\"a\",\"list\":{}}",
            "{\"name\":\"a\",\"list\":[]}", "{\"name\":\"a\",\"list\":[{}]}",
            "{\"name\":\"a\",\"list\":[{\"name\":\"b\",\"list\":null}]}",
            "{\"name\":\"a\",\"list\":[{\"name\":\"b\",\"list\":[{\"name\":[],\"list\":[]}]}]}",
            "{\"name\":\"a\",\"list\":[],\"number\":\"x\"}", "{\"name\":\"a\",\"list\":[],\"number\":null,\"more\":1}",
            "{\"name\":\"a\",\"list\":[],\"shape\":{\"circle\":{}}}",
            "{\"name\":\"a\",\"list\":[],\"shape\":{\"circle\":{\"radius\":true}}}",
            "{\"name\":\"a\",\"list\":[],\"shape\":{\"circle\":{\"radius\":2},\"point\":{}}}",
            "{\"name\":\"a\",\"list\":[],\"shape\":{\"square\":{}}}", "{\"name\":\"a\",\"list\":[],\"url\":\"\"}",
            "{\"name\":\"a\",\"list\":[],\"data\":\"?\"}", "{\"name\":\"a\",\"list\":[],\"data\":\"AQI=\"}",
            "{\"name\":\"a\",\"list\":[],\"id\":\"x\"}",
            "{\"name\":\"a\",\"list\":[],\"id\":\"1a5e2f30-9b7c-4D1A-8E55-0C6D7F8A9B01\",\"date\":1.5}",
            "{\"name\":\"a\",\"list\":[],\"seats\":{\"s1\":\"x\",\"s2\":\"y\"}}",
            "{\"name\":\"a\",\"list\":[],\"seats\":{\"s1\":\"x\",\"sx\":\"y\"}}",
        ])
    func errors(json: String) {
        expectTwins(reading: json, as: Everything.self)
    }

    @Test("of several members with one name the first counts, also of very many")
    func duplicates() {
        expectTwins(reading: #"{"a":1,"b":2,"a":3}"#, as: [String: Int].self)
        expectTwins(reading: #"{"\u0061":1,"b":2,"a":3}"#, as: [String: Int].self)
        let members = (0..<1000).map { "\"m\($0 % 500)\":\($0)" }.joined(separator: ",")
        expectTwins(reading: "{\(members)}", as: [String: Int].self)
    }

    @Test("wire types are read as Foundation reads them")
    func wireTypes() {
        expectTwins(
            reading: #"{"revision":7,"move":{"a":[1,1.5,"x",null]},"conversation":{"local":"x","remotes":[]}}"#,
            as: Turn.self)
        expectTwins(
            reading:
                #"{"revision": 1.0, "kind":"later","seat":null,"joined":false,"at":5,"summaryText":"","outcome":{}}"#,
            as: Event.self)
    }

    @Test("superclasses and containers inside containers are found where they are")
    func nested() throws {
        let json = #"{"super":{"x":1},"alpha":[[2],{"x":3},4,null],"mike":{"x":5}}"#
        let read = try Coders.decoder.decode(Inner.self, from: Array(json.utf8))
        #expect(read.found == [1, 2, 3, 4, 5] && read.path == ["alpha", "1"] && read.absent == "zulu")
        #expect(try Coders.foundationDecoder.decode(Inner.self, from: Data(json.utf8)) == read)
    }

    @Test("a text nests at most 512 levels deep", arguments: [512, 513, 100_000])
    func depth(depth: Int) {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        expectTwins(reading: json, as: Ignored.self)
        expectTwins(reading: json, as: JSONValue.self)
    }
}

/// One of everything that may be wrong.
private struct Everything: Codable, Equatable {
    var name: String
    var list: [Everything]
    var number: Int?
    var shape: Shape?
    var url: URL?
    var data: Data?
    var id: UUID?
    var date: Date?
    var seats: [SeatKey: String]?
}

private struct Ignored: Decodable, Equatable {
    init(from decoder: any Decoder) {}
}

private struct Inner: Decodable, Equatable {
    enum Member: String, CodingKey { case alpha, mike, zulu, x }

    var found: [Int] = []
    var path: [String] = []
    var absent = ""

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        found.append(try members.superDecoder().container(keyedBy: Member.self).decode(Int.self, forKey: .x))
        var list = try members.nestedUnkeyedContainer(forKey: .alpha)
        var inner = try list.nestedUnkeyedContainer()
        found.append(try inner.decode(Int.self))
        let object = try list.nestedContainer(keyedBy: Member.self)
        found.append(try object.decode(Int.self, forKey: .x))
        path = object.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        #expect(try list.superDecoder().singleValueContainer().decode(Int.self) == 4)
        found.append(4)
        #expect(try list.decodeNil() && list.isAtEnd && list.count == 4)
        found.append(
            try members.nestedContainer(keyedBy: Member.self, forKey: .mike).decode(Int.self, forKey: .x))
        let absentDecoder = try members.superDecoder(forKey: .zulu)
        #expect(try absentDecoder.singleValueContainer().decodeNil())
        absent = absentDecoder.codingPath.map(\.stringValue).joined()
    }
}
