import Foundation
import RoundtableJSON
import RoundtableModel
import Testing

@Suite("JSON values")
struct JSONTests {
    @Test(
        "a value is written again as it was read",
        arguments: [
            "null", "true", "false", "0", "1", "-7", "9223372036854775807", "1.5", "-0.25", #""""#, #""e2e4""#,
            #""$UUID/ü😀""#, "[]", "{}", #"[1,1.5,"1",null,true,[{}]]"#,
            #"{"next":[1],"state":{"deep":{"er":[null]}},"texts":{}}"#,
        ])
    func roundTrip(json: String) throws {
        #expect(try write(read(JSONValue.self, json)) == json)
    }

    @Test(
        "truth values, integers and numbers are told apart",
        arguments: [("true", JSONValue.bool(true)), ("1", 1), ("1.0", 1), ("1.5", 1.5), ("1e2", 100), (#""1""#, "1")])
    func kinds(json: String, value: JSONValue) throws {
        #expect(try read(JSONValue.self, json) == value)
    }

    @Test("members and elements are reached by their kind, and only by it")
    func access() {
        let move: JSONValue = ["state": ["turn": 3], "next": [1, nil], "over": false, "text": "hi"]
        #expect(move["state"]?["turn"]?.integer == 3)
        #expect(move["next"]?.array == [1, .null])
        #expect(move["over"]?.bool == false)
        #expect(move["text"]?.string == "hi")
        #expect(move["text"]?.integer == nil && move["text"]?["x"] == nil && move.object?["none"] == nil)
    }

    @Test(
        "deep nesting is read up to a limit and then refused, without harm", arguments: [(400, true), (100_000, false)])
    func nesting(depth: Int, isRead: Bool) {
        let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(((try? read(JSONValue.self, json)) != nil) == isRead)
    }

    @Test(
        "times are read with and without fractions, and in any zone",
        arguments: [
            ("2023-11-14T22:13:20Z", 0), ("2023-11-14T22:13:20.5Z", 0.5), ("2023-11-14T22:13:20.123456Z", 0.123),
            ("2023-11-14T23:13:20+01:00", 0), ("2023-11-14T21:13:20.250-01:00", 0.25),
        ])
    func times(text: String, fraction: Double) throws {
        let time = try read(Date.self, "\"\(text)\"")
        #expect(abs(time.timeIntervalSince(Sample.time) - fraction) < 0.001)
    }

    @Test("a time is written in UTC to the second")
    func writtenTime() throws {
        #expect(try write(Sample.time.addingTimeInterval(0.7)) == "\"\(Sample.timeText)\"")
    }

    @Test("every time is written as a calendar has it")
    func calendar() throws {
        let style = Date.ISO8601FormatStyle()
        let days =
            (0..<400).map { Double($0) * 86_400 * 397.31 } + [951_782_400, 951_868_799, 1_709_164_800, 4_107_542_400]
        for time in days + [-1, -62_135_596_800, 13_569_465_599, 13_569_465_600, 0.999, 1_700_000_000.7] {
            let date = Date(timeIntervalSince1970: time)
            let written = date.json
            #expect(String(decoding: written, as: UTF8.self) == "\"\(date.formatted(style))\"")
        }
    }

    @Test("what is no time is refused", arguments: ["", "today", "2023-11-14", "2023-11-14T22:13:20", "1700000000"])
    func noTime(text: String) {
        #expect(throws: JSONError.self) { try read(Date.self, "\"\(text)\"") }
    }

    @Test("a participant is read in any case and written in upper case")
    func participants() throws {
        for text in [Sample.amberText, Sample.amberText.lowercased()] {
            #expect(try write(read(ParticipantID.self, "\"\(text)\"")) == "\"\(Sample.amberText)\"")
        }
        #expect(throws: JSONError.self) { try read(ParticipantID.self, #""Amber""#) }
    }
}
