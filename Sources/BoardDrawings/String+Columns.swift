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
    /// The text with a replacement character for each that a terminal would obey or hide.
    package var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    /// NB: the zero width joiner, U+200D, is part of many emoji.
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: value != 0x200D
        default: false
        }
    }
}
