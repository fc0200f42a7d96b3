import Foundation
import GameRules
@_spi(Roundtable) import RoundtableJSON
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("Numbers that keep their digits")
struct KeptNumberTests {
    @Test("a number is read with the value that it has, or known to be rounded; never both", arguments: 0..<8)
    func values(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<5_000 {
            let text = Self.text(using: &random)
            let element = try JSONDocument(Array(text.utf8)).root
            guard let value = try? JSONValue(element) else {
                #expect(element.rounded != nil, "\(text)")
                continue
            }
            let isKept = Digits(String(decoding: value.json, as: UTF8.self)) == Digits(text)
            #expect((element.rounded == nil) == isKept, "\(text)")
            guard isKept else { continue }
            #expect(try Digits(String(decoding: element.canonicalJSON(), as: UTF8.self)) == Digits(text))
        }
    }

    @Test("the shortest text of any number in floating point is kept", arguments: 0..<4)
    func shortestTexts(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<5_000 {
            let number = Double(bitPattern: .random(in: 0 ... .max, using: &random))
            guard number.isFinite else { continue }
            #expect(try JSONDocument(Array(number.description.utf8)).root.rounded == nil, "\(number)")
        }
    }

    @Test(
        "a move with a number that would lose digits is refused, wherever in it that is",
        arguments: [
            ("123456789012345678.5", false), ("12345678901234567890", false), ("9223372036854775808", false),
            ("-9223372036854775809", false), ("0.12345678901234567890", false), ("0.10000000000000001", false),
            ("1e400", false), ("-1e400", false), ("1e-400", false), ("4.9e-324", false), ("9007199254740992.5", false),
            ("9223372036854775807", true), ("-9223372036854775808", true), ("9007199254740993", true), ("0.1", true),
            ("0.30000000000000004", true), ("1e300", true), ("5e-324", true), ("2.5E-7", true), ("1.50", true),
            ("-0.0", true), ("0e999", true), ("123456789012.3450000000000000000000000", true),
        ])
    func moves(number: String, isKept: Bool) throws {
        let conversation = #"{"local": "\#(UUID())", "remotes": []}"#
        for (move, path) in [("\(number)", "move"), (#"{"state": {"a": [1, \#(number)]}}"#, "move.state.a.1")] {
            let turn = Array(#"{"revision": 1, "move": \#(move), "conversation": \#(conversation)}"#.utf8)
            guard !isKept else {
                #expect(throws: Never.self) { try Turn(json: turn) }
                continue
            }
            let error = #expect(throws: JSONError.self) { try Turn(json: turn) }
            #expect(error?.description == "\(path) is not a number that keeps its digits; write it as a text.")
        }
    }

    private static func text(using random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...25, using: &random)
        let digits = (0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" }
        let point = Int.random(in: 0...count, using: &random)
        let whole = digits[..<point].drop { $0 == "0" }
        var text = Bool.random(using: &random) ? "-" : ""
        text += whole.isEmpty ? "0" : String(whole)
        if point < count { text += "." + String(digits[point...]) }
        let exponents = [0...0, -30...30, -340...340].randomElement(using: &random) ?? 0...0
        return text + "e\(Int.random(in: exponents, using: &random))"
    }
}

/// The value of a number's text: its digits from the first to the last that is not 0, and the power of ten of the last.
private struct Digits: Equatable {
    var isNegative = false
    var digits = ""
    var exponent = 0

    init(_ text: String) {
        let parts = text.lowercased().split(separator: "e")
        let halves = (parts.first ?? "").split(separator: ".")
        let fraction = halves.count > 1 ? String(halves[1]) : ""
        digits = String(((halves.first ?? "") + fraction).filter(\.isNumber).drop { $0 == "0" })
        exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty { exponent = 0 } else { isNegative = text.hasPrefix("-") }
    }
}
