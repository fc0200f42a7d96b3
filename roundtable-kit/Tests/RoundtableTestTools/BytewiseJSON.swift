public import GameRules

/// JSON whose names and texts are bytes, to compare others with: written, sent and patched without any text of Swift.
///
/// Its names and texts are canonically equivalent to each other, differ by case or width, are empty, or have long runs
/// of combining marks.
public indirect enum BytewiseJSON: Sendable {
    case null
    case number(Int)
    case text([UInt8])
    case array([BytewiseJSON])
    case object([[UInt8]: BytewiseJSON])

    /// Texts that are easily taken for each other.
    public static let texts: [[UInt8]] = [
        "", "a", "A", "\u{FF41}", "caf\u{E9}", "cafe\u{301}", "cafe", "\u{C5}", "A\u{30A}", "\u{212B}",
        "q\u{307}\u{323}", "q\u{323}\u{307}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}", "\u{AC00}\u{11A8}",
        "\u{FB01}", "fi", "\u{1F600}", "\u{10FFFF}", "\u{FFFF}", "\u{301}", "\u{34F}", "\u{FEFF}a", "a\u{200D}",
        "~", "/", "~1", "\"\\", "\n", "\u{1}", "\u{2028}", "x" + String(repeating: "\u{301}", count: 40),
        "x" + String(repeating: "\u{301}", count: 41), "x" + String(repeating: "\u{323}\u{301}", count: 40),
        "x" + String(repeating: "\u{301}\u{323}", count: 40),
    ].map { Array($0.utf8) }

    /// Some value of at most so many levels.
    public init(depth: Int, using random: inout SeededRandom) {
        func text() -> [UInt8] { Self.texts.randomElement(using: &random) ?? [] }
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
        case 0: self = .null
        case 1: self = .number(.random(in: -9...9, using: &random))
        case 2, 3: self = .text(text())
        case 4:
            self = .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in Self(depth: depth - 1, using: &random) })
        default: self = .object(of: Int.random(in: 0...12, using: &random), depth: depth, using: &random)
        }
    }

    /// An object of at most so many members, whose values have one level less.
    public static func object(of count: Int, depth: Int, using random: inout SeededRandom) -> Self {
        let names = texts.shuffled(using: &random).prefix(count)
        return .object(
            Dictionary(uniqueKeysWithValues: names.map { ($0, Self(depth: depth - 1, using: &random)) }))
    }

    /// The value as canonical JSON: members in the order of their bytes, and no escape but where one must be.
    public var canonical: String {
        written {
            $0.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        } text: { bytes in
            String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case "\n": "\\n"
                case _ where scalar.mustBeEscaped: "\\u000\(scalar.value)"
                default: String(scalar)
                }
            }.joined()
        }
    }

    /// The value as a client may send it: members in any order, and any character escaped.
    public func sent(using random: inout SeededRandom) -> String {
        var generator = random
        defer { random = generator }
        return written {
            $0.shuffled(using: &generator)
        } text: { bytes in
            String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
                Bool.random(using: &generator) || scalar.mustBeEscaped
                    ? scalar.utf16.map { unit in
                        let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
                        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                    }.joined() : String(scalar)
            }.joined()
        }
    }

    /// The value after a merge patch (RFC 7396, section 2).
    public func merging(patch: Self) -> Self {
        guard case .object(let changes) = patch else { return patch }
        var members: [[UInt8]: Self] = [:]
        if case .object(let own) = self { members = own }
        for (name, change) in changes {
            if case .null = change {
                members[name] = nil
            } else {
                members[name] = (members[name] ?? .null).merging(patch: change)
            }
        }
        return .object(members)
    }

    private func written(
        _ ordered: ([[UInt8]: Self]) -> [(key: [UInt8], value: Self)], text: ([UInt8]) -> String
    ) -> String {
        switch self {
        case .null: "null"
        case .number(let number): "\(number)"
        case .text(let bytes): "\"\(text(bytes))\""
        case .array(let values): "[\(values.map { $0.written(ordered, text: text) }.joined(separator: ","))]"
        case .object(let members):
            "{"
                + ordered(members).map { "\"\(text($0.key))\":\($0.value.written(ordered, text: text))" }
                .joined(separator: ",") + "}"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var mustBeEscaped: Bool { value < 0x20 || self == "\"" || self == "\\" }
}
