import Foundation
import Testing

@testable import Postgres

@Suite("Values")
struct ValueTests {
    /// A parameter, what the server's own text for it is, and that it comes back as it went.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable (PostgresPool) async throws -> Void

        init<Value: PostgresCodable & Equatable>(_ value: Value, _ text: String?) {
            testDescription = "\(Value.self) \(value)"
            check = { pool in
                let row = try #require(try await pool.query("SELECT \(value) AS value, \(value)::text AS text").first)
                #expect(try row.decode("value", as: Value.self) == value)
                #expect(try row.decode("text", as: String?.self) == text)
            }
        }
    }

    struct Label: RawRepresentable, Hashable, PostgresCodable {
        let rawValue: String
    }

    static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    static let idText = "01020304-0506-0708-090a-0b0c0d0e0f10"

    static let examples: [Example] = [
        Example(true, "true"), Example(false, "false"),
        Example(Int32.max, "2147483647"), Example(Int.min, "-9223372036854775808"), Example(-1, "-1"),
        Example("", ""), Example("żółw 🐢", "żółw 🐢"),
        Example(id, idText),
        Example([UInt8](), "\\x"), Example([0, 255] as [UInt8], "\\x00ff"), Example(Data([1, 2]), "\\x0102"),
        Example(PostgresJSON("{\"a\": [1, null]}"), "{\"a\": [1, null]}"),
        Example(Date(timeIntervalSince1970: 0.25), "1970-01-01 00:00:00.25+00"),
        Example(Date(timeIntervalSince1970: 4_102_444_799.5), "2099-12-31 23:59:59.5+00"),
        Example(Date(timeIntervalSince1970: -1), "1969-12-31 23:59:59+00"),
        Example(Date.distantFuture, "4001-01-01 00:00:00+00"),
        Example(Int?.none, nil), Example(UUID?.some(id), idText), Example([UInt8]?.none, nil),
        Example([Int](), "{}"), Example([1, -2, 3], "{1,-2,3}"), Example([1, nil, 3] as [Int?], "{1,NULL,3}"),
        Example([Int32(7), nil], "{7,NULL}"), Example([true, false], "{t,f}"),
        Example([id, nil], "{\(idText),NULL}"), Example(["a", "", "b c"], "{a,\"\",\"b c\"}"),
        Example([[1], []] as [[UInt8]], "{\"\\\\x01\",\"\\\\x\"}"),
        Example([[2], nil] as [[UInt8]?], "{\"\\\\x02\",NULL}"),
        Example([PostgresJSON("1"), PostgresJSON("{}")], "{1,\"{}\"}"),
        Example([Date(timeIntervalSince1970: 0)], "{\"1970-01-01 00:00:00+00\"}"),
        Example([String]?.none, nil),
        Example(Label(rawValue: "x"), "x"), Example([Label(rawValue: "y")], "{y}"),
    ]

    @Test("travels to the server and back as it is", arguments: examples)
    func roundTrip(_ example: Example) async throws {
        try await withPool(configure: { $0.setServerSetting("timezone", to: "UTC") }, example.check)
    }

    @Test(
        "JSON is known to hold U+0000 or not",
        arguments: [
            (#""\u0000""#, true), (#""\u00001""#, true), (#""\n\u0000""#, true), (#""\\\u0000""#, true),
            (#""\\u0000""#, false), (#""\u0001""#, false), (#""\"#, false), (#""u0000""#, false), ("", false),
        ])
    func nullCharacter(json: String, hasOne: Bool) {
        #expect(PostgresJSON(json).hasNullCharacter == hasOne)
    }

    @Test("an infinite time is the most distant date")
    func infinity() async throws {
        try await withPool { pool in
            let row = try #require(
                try await pool.query("SELECT 'infinity'::timestamptz AS a, '-infinity'::timestamptz AS b").first)
            #expect(try row.decode("a") == Date.distantFuture)
            #expect(try row.decode("b") == Date.distantPast)
        }
    }

    @Test("narrow columns are read as wider types, wide ones not as narrower types")
    func widths() async throws {
        try await withPool { pool in
            let row = try #require(
                try await pool.query(
                    "SELECT 1::int2 AS a, 2::int4 AS b, 'x'::varchar AS c, '[1]'::jsonb AS d, 3::int8 AS e"
                ).first)
            #expect(try row.decode("a", as: Int.self) == 1)
            #expect(try row.decode("a", as: Int32.self) == 1)
            #expect(try row.decode("b", as: Int.self) == 2)
            #expect(try row.decode("c", as: String.self) == "x")
            #expect(try row.decode("d", as: PostgresJSON.self) == PostgresJSON("[1]"))
            let error = #expect(throws: PostgresError.self) { try row.decode("e", as: Int32.self) }
            #expect(error?.code == .decodingFailed)
        }
    }

    @Test("an array may be read as one of wider elements")
    func widerElements() async throws {
        try await withPool { pool in
            let row = try #require(try await pool.query("SELECT ARRAY[1, 2]::int4[] AS a").first)
            #expect(try row.decode("a", as: [Int].self) == [1, 2])
        }
    }

    @Test("a failed decoding names the column, what was expected and what was found")
    func decodingErrors() async throws {
        try await withPool { pool in
            let row = try #require(try await pool.query("SELECT 'x' AS name, NULL::uuid AS \"ownerID\"").first)
            let wrongType = #expect(throws: PostgresError.self) { try row.decode("name", as: UUID.self) }
            #expect(wrongType?.message == "column name (wrongType): expected uuid, found text")
            let null = #expect(throws: PostgresError.self) { try row.decode("ownerID", as: UUID.self) }
            #expect(null?.message == "column ownerID (unexpectedNull): expected uuid, found uuid")
            let missing = #expect(throws: PostgresError.self) { try row.decode("owner", as: UUID.self) }
            #expect(missing?.message == "there is no column owner")
            #expect(try row.decode("ownerID", as: UUID?.self) == nil)
        }
    }
}
