extension String {
    /// The text with spaces after it, or before it, up to a number of characters.
    package func padded(to count: Int, atFront: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, count - self.count))
        return atFront ? spaces + self : self + spaces
    }

    /// The text, or as much of it as fits and an ellipsis.
    func cut(to count: Int) -> String { self.count <= count ? self : prefix(max(0, count - 1)) + "…" }

    /// The text in lines of at most so many characters, where its words allow it.
    package func wrapped(to count: Int) -> [String] {
        split(separator: " ", omittingEmptySubsequences: false).reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= count {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    /// The text without the spaces at its end.
    package var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension StringProtocol {
    /// The text with each character that a terminal would obey or hide as JSON escapes it: `\u001b`. JSON stays the same
    /// value.
    package var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isVisible(after: text.last) {
                text.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(0x10000 + Int(unit), radix: 16).dropFirst()
                    text.append(contentsOf: "\\u\(digits)".unicodeScalars)
                }
            }
        }
        return String(text)
    }

    /// The lines of the text, each ``printable``.
    package var printableLines: String {
        // NB: a carriage return and a line feed are one character, and no line feed.
        split(separator: "\n", omittingEmptySubsequences: false).map(\.printable).joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// NB: many emoji are joined by U+200D, which is hidden elsewhere.
    fileprivate func isVisible(after last: Unicode.Scalar?) -> Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format:
            value == 0x200D && last.map { $0.properties.isEmojiPresentation || $0.value == 0xFE0F } == true
        default: true
        }
    }
}
