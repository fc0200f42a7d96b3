import Foundation

/// What a player wants to be called where no contact name can be shown: one line, at most 24 characters, harmless.
package struct Nickname: Hashable, Codable, Sendable {
    /// The neutralised words; never empty.
    package let words: String

    /// The most characters a nickname keeps.
    package static let maximumLength = 24

    /// A nickname from what somebody typed; nil if nothing is left of it.
    package init?(_ typed: String) {
        let words = typed.neutralised(maximumLength: Self.maximumLength)
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// Reads the words, neutralised when they were stored.
    package init(from decoder: any Decoder) throws {
        words = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the words.
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(words)
    }
}

extension String {
    /// Words of a user made safe for a text: one line without control or bidirectional characters, cut at a whole
    /// character, and with no `$` that Messages could take for an attribution.
    func neutralised(maximumLength: Int) -> String {
        let visible = unicodeScalars.map { scalar -> Character? in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            case .format where scalar.value != 0x200D: nil
            case .surrogate, .privateUse, .unassigned: nil
            default: Character(scalar)
            }
        }
        let line = String(String.UnicodeScalarView(visible.compactMap { $0?.unicodeScalars.first }))
            .split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        return String(line.prefix(maximumLength)).limitingMarks().neutralisingDollars().trimmingCharacters(
            in: .whitespaces)
    }

    /// Each character without what is piled on it beyond any use: a family of four with skin tones has eleven scalars.
    private func limitingMarks() -> String {
        String(String.UnicodeScalarView(flatMap { $0.unicodeScalars.prefix(12) }))
    }

    /// Each `$` that a UUID or a parenthesis could follow becomes its full-width form, also the last one of the words,
    /// behind which a pattern's own text begins.
    private func neutralisingDollars() -> String {
        var result = ""
        var rest = Substring(self)
        while let character = rest.popFirst() {
            let next = rest.first
            let dangerous = next == nil || next == "(" || next?.isHexDigit == true
            result.append(character == "$" && dangerous ? "\u{FF04}" : character)
        }
        return result
    }
}
