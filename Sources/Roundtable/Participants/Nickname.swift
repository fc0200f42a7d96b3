import Foundation
package import JSON

/// A player's name where no contact name can be shown: one line, at most 24 characters and 96 bytes,
/// harmless.
package struct Nickname: Hashable, Sendable {
    /// The neutralised words; never empty.
    package let words: String

    /// The most characters a nickname keeps.
    package static let maximumLength = 24
    /// The most bytes of UTF-8 that a nickname keeps: four for each character. Marks that are piled on letters would
    /// otherwise make names that take long to measure and to compare.
    package static let maximumBytes = 96

    /// A nickname from what somebody typed; nil if nothing is left of it.
    package init?(_ typed: String) {
        let words = typed.neutralised(maximumLength: Self.maximumLength, maximumBytes: Self.maximumBytes)
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// Whether two nicknames can't be told apart: upper and lower case make no difference.
    func isSame(as other: Nickname) -> Bool { words == other.words || words.lowercased() == other.words.lowercased() }
}

/// The words as they are: they were neutralised before they were stored.
extension Nickname: JSONConvertible {
    package func write(to json: inout JSONWriter) { json.string(words) }

    package init(_ json: JSONElement) throws(JSONError) { words = try json.string() }
}

extension String {
    /// Words of a user made safe for a text: one line without control or bidirectional characters and without what
    /// nobody sees, cut at a whole character, and with no `$` that Messages could take for an attribution.
    ///
    /// Of what was typed only so much is looked at as that many characters and bytes could need at most.
    func neutralised(maximumLength: Int, maximumBytes: Int) -> String {
        if isHarmless, utf8.count <= maximumLength { return self }
        let visible = unicodeScalars.prefix(min(maximumLength * Self.scalarsOfCharacter, maximumBytes)).compactMap {
            scalar -> Unicode.Scalar? in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
            case .surrogate, .privateUse, .unassigned: nil
            case _ where scalar == "\u{2800}": " "  // a Braille cell without a dot
            case .format: scalar.isJoiner ? scalar : nil
            case _ where scalar.properties.isDefaultIgnorableCodePoint: scalar.isVariationSelector ? scalar : nil
            default: scalar
            }
        }
        let line = String(String.UnicodeScalarView(visible)).limitingMarks()
            .split(separator: " ").joined(separator: " ")
        return line.beginning(of: maximumLength, bytes: maximumBytes).neutralisingDollars()
            .trimmingCharacters(in: .edges)
    }

    /// Letters and digits alone, to compare what looks much the same: no case, width, accents, spaces or punctuation,
    /// and every number is `0`.
    var skeleton: String {
        var skeleton = ""
        for scalar in decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if scalar.properties.numericType == .decimal {
                if skeleton.last != "0" { skeleton.append("0") }
            } else if scalar.properties.isAlphabetic {
                skeleton.unicodeScalars.append(scalar)
            }
        }
        return skeleton
    }

    /// Whether it is printable ASCII that neutralising leaves as it is, as what games say mostly is: single spaces
    /// between words, and no `$`.
    private var isHarmless: Bool {
        var last = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "$"), byte > 0x20 || last > 0x20 else {
                return false
            }
            last = byte
        }
        return isEmpty || last > 0x20
    }

    /// The most scalars that one character is left with: a family of four with skin tones has eleven.
    private static let scalarsOfCharacter = 12

    /// Each character without what is piled on it beyond any use. No script needs more than three marks in a row.
    private func limitingMarks() -> String {
        var result = String.UnicodeScalarView()
        for character in self {
            var marks = 0
            for scalar in character.unicodeScalars.prefix(Self.scalarsOfCharacter) {
                marks = scalar.isMark ? marks + 1 : 0
                // NB: a mark or a joiner without a letter before it would change what the words are put behind.
                let hasBase = result.last.map { $0 != " " && $0 != "$" } ?? false
                if marks <= 3, hasBase || !scalar.isOverlooked { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// As many whole characters as fit in both; a `$` counts for what it may become.
    private func beginning(of length: Int, bytes: Int) -> String {
        var room = bytes
        return String(
            prefix(length).prefix { character in
                room -= character == "$" ? 3 : character.utf8.count
                return room >= 0
            })
    }

    /// Each `$` that a UUID or a parenthesis could follow becomes its full-width form, also the last one of the words,
    /// behind which a pattern's own text begins.
    private func neutralisingDollars() -> String {
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let next = rest.first
            let isDangerous = next == nil || next == "(" || next?.properties.isHexDigit == true
            result.append(scalar == "$" && isDangerous ? "\u{FF04}" : scalar)
        }
        return String(result)
    }
}

extension CharacterSet {
    /// The characters that words neither begin nor end with.
    fileprivate static let edges = CharacterSet(charactersIn: " \u{200D}")
}

extension Unicode.Scalar {
    /// Whether it is a mark on another character, or shows nothing by itself.
    var isOverlooked: Bool { isMark || properties.isDefaultIgnorableCodePoint }

    fileprivate var isJoiner: Bool { self == "\u{200D}" }

    fileprivate var isVariationSelector: Bool { self == "\u{FE0E}" || self == "\u{FE0F}" }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
