import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Bounds of the open game")
struct OpenGameBoundsTests {
    private func touched(_ patch: JSONValue) -> [JSONName] { TouchedMembers(patch: patch).pointers }

    private func members(_ count: Int, named name: (Int) -> String = { "\($0)" }) -> JSONValue {
        JSONValue(members: (0..<count).map { (name($0), .integer(1)) })
    }

    @Test("a patch touches what it names, as pointers; too many, or too long ones, are everything")
    func pointers() {
        #expect(touched(["a": 1, "b": ["c": nil, "d/~": [1, 2]], "e": [:]]) == ["/a", "/b/c", "/b/d~1~0", "/e"])
        #expect(touched(["": ["": 1]]) == ["//"])
        for whole: JSONValue in [1, nil, [1], [:]] { #expect(touched(whole) == [""]) }
        #expect(touched(members(TouchedMembers.most)).count == TouchedMembers.most)
        #expect(touched(members(TouchedMembers.most + 1)) == [""])
        #expect(touched(["a": members(40), "b": members(40)]) == [""])
        for letter in ["x", "/", "ü"] {
            let length = (TouchedMembers.longest - 1) / (letter == "x" ? 1 : 2)
            let longest = touched(members(1) { _ in String(repeating: letter, count: length) })
            #expect(longest.count == 1 && longest[0].text.utf8.count > TouchedMembers.longest - 2)
            #expect(touched(members(1) { _ in String(repeating: letter, count: length + 1) }) == [""])
        }
    }

    @Test("members overlap if they are the same, or one lies in the other", arguments: [1, 2, 3] as [UInt64])
    func overlap(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        func some() -> [JSONName] {
            (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                let names = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    "/" + (["", "a", "ab", "e", "e\u{301}", "\u{E9}"].randomElement(using: &generator) ?? "")
                }
                return JSONName(names.joined())
            }
        }
        func lies(_ one: JSONName, within other: JSONName) -> Bool { "\(one)/".utf8.starts(with: "\(other)/".utf8) }
        for _ in 0..<500 {
            let (one, other) = (some(), some())
            let expected = one.contains { one in
                other.contains { lies(one, within: $0) || lies($0, within: one) }
            }
            let found = TouchedMembers(pointers: one).overlap([TouchedMembers(pointers: other)])
            #expect(found == expected, "\(one) and \(other)")
        }
        #expect(TouchedMembers.everything.overlap([TouchedMembers(pointers: ["/a"])]))
        #expect(!TouchedMembers.nothing.overlap([.everything]))
    }

    @Test("many short members below a long name cost less to look at than to write, at once and when they are kept")
    func attack() throws {
        let patch: JSONValue = [String(repeating: "x", count: 35_000): members(3_800) { "\(1000 + $0)" }]
        let json = GameJSON(.object(["patch": patch]))
        let writing = cpuSeconds { for _ in 0..<10 { _ = GameJSON(patch) } }
        let looking = cpuSeconds { for _ in 0..<10 { _ = TouchedMembers(patch: patch) } }
        #expect(looking < writing)
        let play = try Play("open", seats: 2, options: #"{"order": "anyone"}"#)
        #expect(try play.reason(against: json.description, by: 0) == "state_too_large")
        #expect(!play.position.isConcurrent(json, missing: 1) || touched(patch) == [""])
    }

    @Test("of the latest moves only so much is remembered; who has missed more has missed everything")
    func memory() throws {
        var play = try Play("open", seats: 2, options: #"{"order": "anyone"}"#)
        let long = String(repeating: "x", count: 240)
        for number in 0..<40 {
            let patch = members(20) { "\(long)\(number % 3)\($0)" }
            try play.move(GameJSON(.object(["patch": patch])).description, by: 0)
            let kept = try play.position.snapshot["touched"]?.array?.flatMap { $0.array ?? [] } ?? []
            #expect(kept.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) } <= 8 * 1024)
            #expect(kept.count >= 20)
        }
        let other = GameJSON(.object(["patch": ["a": 1]]))
        #expect(play.position.isConcurrent(other, missing: 1))
        #expect(!play.position.isConcurrent(other, missing: 20))
    }

    @Test(
        "a game that is as large as it may be is kept and shown; what a seat may be given is the same for any secrets")
    func largest() throws {
        var play = try Play("open", seats: 1, options: #"{"order": "anyone"}"#)
        for seats in 1...32 {
            play.table = GameTable(seats: Array(repeating: .taken, count: seats))
            let seat = SeatIndex(seats - 1)
            let largest = 64 * 1024 / seats
            func given(_ length: Int) -> String {
                GameJSON(
                    .object(["private": .object(["\(seat)": .string(String(repeating: "\u{1}", count: length / 6))])])
                )
                .description
            }
            try play.move(given(largest - 8), by: seat)
            #expect(try play.reason(against: given(largest + 6), by: seat) == "private_too_large")
        }
        let name = String(repeating: "\u{1}", count: 250)
        for number in 0..<40 {
            let patch = members(30) { "\(name)\($0)" }
            let padding = JSONValue.string(String(repeating: "y", count: 100 + number))
            try play.move(GameJSON(.object(["patch": ["p": padding]])).description, by: 0)
            _ = try play.reason(against: GameJSON(.object(["patch": patch])).description, by: 1)
        }
        try play.move(GameJSON(.object(["state": .string(String(repeating: "z", count: 65_000))])).description, by: 0)
        let snapshot = try play.position.snapshot
        #expect(snapshot.data.count > 300 * 1024)
        #expect(try play.game.position(snapshot: snapshot).equals(play.position))
        for reader in [Reader.bystander] + play.table.all.map({ .seat($0) }) {
            _ = try play.position.board(for: reader)
        }
    }

    @Test("the texts of a move are bounded in all languages together, and so are the languages' tags")
    func texts() throws {
        let play = try Play("open", seats: 2)
        func reason(languages: Int, tag: Int, length: Int) throws -> String? {
            let sentences = (0..<languages).map { number in
                (
                    "\(number)" + String(repeating: "x", count: tag - "\(number)".count),
                    JSONValue.string(
                        String(repeating: "w", count: length))
                )
            }
            let caption = JSONValue(members: sentences)
            return try play.reason(against: GameJSON(.object(["texts": ["caption": caption]])).description, by: 0)
        }
        #expect(try reason(languages: 1, tag: 35, length: 1000) == nil)
        #expect(try reason(languages: 1, tag: 36, length: 1) == "bad_language")
        #expect(try reason(languages: 1, tag: 2, length: 1001) == "text_too_long")
        #expect(try reason(languages: 32, tag: 3, length: 1000) == nil)
        #expect(try reason(languages: 33, tag: 3, length: 1000) == "texts_too_large")
        #expect(try reason(languages: 64, tag: 2, length: 1) == nil)
        #expect(try reason(languages: 65, tag: 2, length: 1) == "too_many_languages")
        #expect(try play.reason(against: #"{"state": 1, "next": [1, 1]}"#, by: 0) == "order_is_fixed")
        let named = try Play("open", seats: 2, options: #"{"order": "named"}"#)
        #expect(try named.reason(against: #"{"state": 1, "next": [1, 1]}"#, by: 0) == "named_twice")
    }

    /// The processor's time of this thread: nothing counts the steps of this work, and what else the machine does takes
    /// no part in it.
    private func cpuSeconds(_ work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        work()
        return now() - start
    }
}
