@testable import GameRules

/// Who reads a text.
enum TextReader {
    case somebody
    case mover
}

extension Text {
    /// The text as a stranger to everybody reads it: `<mover>` and `<seat 1>` stand for names.
    var english: String { english(reader: .somebody) }

    /// The text in English; a place that nothing fills, and a key that has no pattern, are left to be seen.
    func english(reader: TextReader) -> String {
        guard let pattern = GameLibrary.standard.texts.pattern(key, in: "en") else { return "[\(key)]" }
        let chosen = pattern.variant(
            isReadersOwn: reader == .mover, arguments: arguments, rules: PluralRules(of: "en"))
        return arguments.reduce(chosen) { text, argument in
            text.replacing("{\(argument.key)}", with: argument.value.english(reader: reader))
        }
    }

    /// This text and all texts in it.
    var parts: [Text] {
        [self] + arguments.values.flatMap(\.texts)
    }
}

extension TextArgument {
    /// The texts in it, if it is one.
    fileprivate var texts: [Text] {
        if case .text(let text) = self { text.parts } else { [] }
    }

    fileprivate func english(reader: TextReader) -> String {
        switch self {
        case .mover: reader == .mover ? "You" : "<mover>"
        case .seat(let seat): "<seat \(seat)>"
        case .number(let number): String(number)
        case .text(let text): text.english(reader: reader)
        case .words(let words): words
        }
    }
}

extension MessageTexts {
    /// All texts of the message.
    var all: [Text] {
        [caption, summary, accessibilityLabel]
            + [subcaption, trailingCaption, trailingSubcaption, imageTitle, imageSubtitle].compactMap(\.self)
    }
}

extension TextPattern {
    /// The places of the pattern in general.
    var places: Set<String> { Set(other.matches(of: /\{([^{}]+)\}/).map { String($0.output.1) }) }
}
