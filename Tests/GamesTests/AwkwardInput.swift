import GameRules
import TestSupport

/// Moves that no app would send: too long, too many, too deep, nearly right, in any shape that JSON has.
struct AwkwardInput {
    /// What a move of the game looks like.
    let example: GameJSON
    /// The number of seats.
    let seats: Int

    /// Some move, of a size that may be beyond what the game takes.
    func move(using generator: inout SeededRandom) -> GameJSON {
        if case .string(let text) = example.value {
            return Int.random(in: 0..<8, using: &generator) == 0
                ? GameJSON(value(depth: 3, using: &generator)) : GameJSON(text: notation(like: text, using: &generator))
        }
        var members: [JSONName: JSONValue] = [:]
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard let (name, make) = Self.members.randomElement(using: &generator) else { continue }
            members[name] = make(self, &generator)
        }
        return GameJSON(.object(members))
    }

    /// The move of a game whose moves are texts, repeated, prolonged, or with another number or letter in it.
    private func notation(like text: String, using generator: inout SeededRandom) -> String {
        let odd = Self.texts.randomElement(using: &generator) ?? ""
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return String(repeating: text, count: Int.random(in: 0...300, using: &generator))
        case 1: return text + odd
        case 2: return odd + text
        case 3: return text.map { $0.isNumber ? "9223372036854775807" : String($0) }.joined()
        case 4: return Array(repeating: text, count: Int.random(in: 2...200, using: &generator)).joined(separator: ",")
        default: return String(text.map { Bool.random(using: &generator) ? $0 : odd.first ?? $0 })
        }
    }

    /// The members that moves of games with objects for moves have.
    private typealias Make = @Sendable (Self, inout SeededRandom) -> JSONValue
    private static let members: [(JSONName, Make)] = [
        ("state", { $0.value(depth: 5, using: &$1) }), ("patch", { $0.value(depth: 5, using: &$1) }),
        ("patch", { $0.object(depth: 5, using: &$1) }),
        ("private", { $0.bySeat(using: &$1) { $0.value(depth: 3, using: &$1) } }),
        ("next", { $0.numbers(using: &$1) }), ("roll", { $0.numbers(using: &$1) }),
        (
            "outcome",
            {
                .object([
                    "winners": $0.numbers(using: &$1), "scores": $0.numbers(using: &$1),
                    "kind": ["won", "drawn", "completed", "x"].randomElement(using: &$1) ?? .null,
                ])
            }
        ),
        ("outcome", { $0.value(depth: 2, using: &$1) }),
        ("texts", { $0.layout(using: &$1) }), ("texts", { $0.layout(using: &$1) }),
        ("mediaURL", { .string("https://a.example/" + $0.text(using: &$1)) }),
    ]

    private static let places: [JSONName] = [
        "accessibilityLabel", "caption", "imageSubtitle", "imageTitle", "subcaption", "summaryText", "trailingCaption",
        "trailingSubcaption",
    ]

    private static let texts = [
        "", " ", "x", "\u{1}", "\\", "\"", "{mover}", "{seat 31}", "{", "~/", "ü", "e\u{301}",
        "\u{1F469}\u{200D}\u{1F680}", "٣", "+1",
        "-0", "1e9", "\n", "\u{202E}",
    ]

    private func text(using generator: inout SeededRandom) -> String {
        let text = Self.texts.randomElement(using: &generator) ?? ""
        let count = [1, 2, 30, 1000, 20_000, 40_000].randomElement(using: &generator) ?? 1
        return String(repeating: text, count: count)
    }

    private func value(depth: Int, using generator: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return .null
        case 1: return .bool(true)
        case 2: return .integer([Int.min, -1, 0, 1, Int.max].randomElement(using: &generator) ?? 0)
        case 3: return .number([.leastNonzeroMagnitude, 1.5, 1e300, -1e-7].randomElement(using: &generator) ?? 0)
        case 4, 5: return .string(text(using: &generator))
        case _ where depth == 0: return .null
        case 6: return object(depth: depth, using: &generator)
        case 7:
            let count = [0, 1, 3, 2000].randomElement(using: &generator) ?? 0
            let element = count > 3 ? .number(0.1) : value(depth: depth - 1, using: &generator)
            return .array(Array(repeating: element, count: count))
        default:
            return (0..<Int.random(in: 1...40, using: &generator)).reduce(.integer(1)) { inner, _ in .array([inner]) }
        }
    }

    private func object(depth: Int, using generator: inout SeededRandom) -> JSONValue {
        let count = [0, 1, 2, 64, 65, 3000].randomElement(using: &generator) ?? 0
        let name = text(using: &generator)
        let member = value(depth: max(0, depth - 1), using: &generator)
        if count < 3 {
            return JSONValue(members: (0..<count).map { ("\($0)\(name)", member) })
        }
        let short = name.prefix(2)
        return [name: JSONValue(members: (0..<count).map { ("\($0)\(short)", .integer(1)) })]
    }

    private func bySeat(
        using generator: inout SeededRandom, _ value: (Self, inout SeededRandom) -> JSONValue
    ) -> JSONValue {
        var members: [JSONName: JSONValue] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            members["\(Int.random(in: 0..<seats + 1, using: &generator))"] = value(self, &generator)
        }
        return .object(members)
    }

    private func numbers(using generator: inout SeededRandom) -> JSONValue {
        let count = [0, 1, seats, 30, 20_000].randomElement(using: &generator) ?? 0
        let number = [0, 1, seats - 1, 6, -1, Int.max].randomElement(using: &generator) ?? 0
        return .array(Array(repeating: .integer(number), count: count))
    }

    /// Texts in all places of a layout, in one language or in many.
    private func layout(using generator: inout SeededRandom) -> JSONValue {
        var members: [JSONName: JSONValue] = [:]
        let places = Self.places.shuffled(using: &generator).prefix(Int.random(in: 1...8, using: &generator))
        for place in places {
            let words = String(
                repeating: "ن", count: [1, 500, 1000, 1001].randomElement(using: &generator) ?? 1)
            let languages = [0, 1, 20, 80].randomElement(using: &generator) ?? 0
            let tag = String(repeating: "x", count: [0, 10, 40].randomElement(using: &generator) ?? 0)
            let sentences = (0..<languages).map { ("\(tag)\($0)", JSONValue.string(words)) }
            members[place] = languages == 0 ? .string(words) : JSONValue(members: sentences)
        }
        return .object(members)
    }
}
