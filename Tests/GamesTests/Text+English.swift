@_spi(Roundtable) import GameRules
import Games

/// Who reads a text.
enum TextReader {
    case somebody
    case mover
}

extension GameText {
    /// The text as a stranger to everybody reads it: `<mover>` and `<seat 1>` stand for names.
    var english: String { english(reader: .somebody) }

    /// The text in English; a place that nothing fills, and a key that has no pattern, are left to be seen.
    func english(reader: TextReader) -> String {
        guard let pattern = Self.catalog.pattern(key, in: "en") else { return "[\(key)]" }
        let chosen = pattern.variant(
            isReadersOwn: reader == .mover, arguments: arguments, rules: PluralRules(of: "en"))
        return arguments.places.reduce(chosen.text) { text, place in
            text.replacing("{\(place.0)}", with: place.1.english(reader: reader))
        }
    }

    /// Put together once: there are thousands of texts to read.
    private static let catalog = GameLibrary.standard.texts

    /// This text and all texts in it.
    var parts: [GameText] {
        [self] + arguments.places.flatMap(\.1.texts)
    }
}

extension TextArgument {
    /// The texts in it, if it is one.
    fileprivate var texts: [GameText] {
        switch self {
        case .text(let text): text.parts
        case .list(let texts, let key):
            texts.flatMap(\.parts)
                + (texts.count > 1 ? [GameText(key, ["first": .text(texts[0]), "rest": .words("")])] : [])
        case .mover, .seat, .number, .words, .template: []
        }
    }

    fileprivate func english(reader: TextReader) -> String {
        switch self {
        case .mover: reader == .mover ? "You" : "<mover>"
        case .seat(let seat): "<seat \(seat)>"
        case .number(let number): String(number)
        case .text(let text): text.english(reader: reader)
        case .list(let texts, let key): Self.english(texts[...], joinedBy: key, reader: reader)
        case .words(let words): words
        case .template(let template):
            template.sentence(in: "en").words.replacing("{mover}", with: "<mover>").replacing("{seat ", with: "<seat ")
                .replacing("}", with: ">")
        }
    }
}

extension TextArgument {
    private static func english(_ texts: ArraySlice<GameText>, joinedBy key: String, reader: TextReader) -> String {
        guard let first = texts.first, texts.count > 1 else { return texts.first?.english(reader: reader) ?? "" }
        let rest = english(texts.dropFirst(), joinedBy: key, reader: reader)
        return GameText(key, ["first": .text(first), "rest": .words(rest)]).english(reader: reader)
    }
}

extension MessageTexts {
    /// All texts of the message.
    var all: [GameText] {
        [caption]
            + [summary, accessibilityLabel, subcaption, trailingCaption, trailingSubcaption, imageTitle, imageSubtitle]
            .compactMap(\.self)
    }
}

extension TextPattern {
    /// The places of the pattern in general.
    var places: Set<String> { Set(other.matches(of: /\{([^{}]+)\}/).map { String($0.output.1) }) }
}
