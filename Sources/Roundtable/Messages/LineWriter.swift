@_spi(Roundtable) import GameRules
@_spi(Roundtable) import RoundtableJSON

/// Writes texts in one language, one behind the other, and remembers what several of them say. Names stay open.
struct LineWriter {
    private let language: String
    private let texts: Composer.LanguageTexts

    private(set) var line = ComposedLine()
    /// Whether the current message is written for its own mover.
    private var isReadersOwn = false
    /// Whether the current message has words for a mover who reads it.
    private(set) var addressesMover = false
    /// Long words that were neutralised last, and the results: each text of a message may say them.
    private var knownWords: [(said: String, neutralised: NeutralisedText)] = []

    /// The most bytes of words that are neutralised as fast as they are found.
    private static let shortWords = 32

    init(_ texts: Composer.LanguageTexts, in language: String) {
        self.language = language
        self.texts = texts
    }

    mutating func write(_ texts: MessageTexts, isReadersOwn: Bool) -> WrittenTexts {
        self.isReadersOwn = isReadersOwn
        addressesMover = false
        line = ComposedLine(bytes: 500, parts: 60, names: 4)
        return WrittenTexts(texts, by: &self)
    }

    mutating func write(_ text: GameText, isReadersOwn: Bool) -> ComposedLine {
        self.isReadersOwn = isReadersOwn
        line = ComposedLine()
        add(text, within: nil)
        return line
    }

    /// Adds a text behind the others.
    mutating func add(_ text: GameText) -> WrittenTexts.Extent {
        let start = line.end
        add(text, within: nil)
        return WrittenTexts.Extent(start: start, end: line.end)
    }

    /// Adds a text, each `{place}` of its pattern filled, in its own direction, if that is another than what stands
    /// around it; in one pass, so that what fills a place is never taken for another place.
    private mutating func add(_ text: GameText, within surrounding: TextDirection?) {
        guard let phrase = texts.phrases[text.key] else { return line += .words(neutralised(text.key)) }
        let isIsolated = surrounding != nil && surrounding != phrase.direction
        if isIsolated { line += .isolate }
        if let words = phrase.constant {
            line += .text(words)
        } else {
            if phrase.addressesMover { addressesMover = true }
            for piece in phrase.pieces(isReadersOwn: isReadersOwn, arguments: text.arguments) {
                switch piece {
                case .text(let text): line += .text(text)
                case .place(let place):
                    if let argument = text.arguments[place] { add(argument, within: phrase.direction) }
                }
            }
        }
        if isIsolated { line += .endIsolate }
    }

    private mutating func add(_ argument: TextArgument, within direction: TextDirection) {
        switch argument {
        case .text(let text): add(text, within: direction)
        case .list(let texts, let key): add(texts, joinedBy: key, within: direction)
        case .number(let number): line += .text(NeutralisedText(number))
        case .mover: line.addName(of: .mover, within: direction)
        case .seat(let seat): line.addName(of: .seat(seat), within: direction)
        case .words(let words): add(.words(neutralised(words)), within: direction)
        case .template(let template): add(template, within: direction)
        }
    }

    /// Adds words, which a line of another direction must not tear.
    private mutating func add(_ words: TextPiece, within direction: TextDirection) {
        let isIsolated = words.isIsolated(in: direction)
        if isIsolated { line += .isolate }
        line += words
        if isIsolated { line += .endIsolate }
    }

    /// Adds an app's sentence, whose direction may be another than that of the text around it.
    private mutating func add(_ template: TextTemplate, within surrounding: TextDirection) {
        let (sentence, ownLanguage) = template.sentence(in: language)
        let direction = ownLanguage.map { TextDirection(of: $0) } ?? surrounding
        if direction != surrounding { line += .isolate }
        for piece in TextTemplate.pieces(of: neutralised(sentence)) {
            switch piece {
            case .text(let words): line += .words(words)
            case .place(let name):
                if let person = TextTemplate.place(name) { line.addName(of: person, within: direction) }
            }
        }
        if direction != surrounding { line += .endIsolate }
    }

    /// Adds some texts, each as the first and all behind it as the rest.
    private mutating func add(_ texts: [GameText], joinedBy key: String, within surrounding: TextDirection) {
        guard texts.count > 1 else {
            if let only = texts.first { add(only, within: surrounding) }
            return
        }
        guard let phrase = self.texts.phrases[key] else { return line += .words(neutralised(key)) }
        if phrase.addressesMover { addressesMover = true }
        if surrounding != phrase.direction { line += .isolate }
        if let separator = phrase.separator {
            // NB: by number: an element that is handed on is copied, with all that it holds.
            for index in texts.indices {
                if index > 0 { line += .text(separator) }
                add(texts[index], within: phrase.direction)
            }
        } else {
            add(texts[...], joinedBy: phrase.pieces(isReadersOwn: isReadersOwn), within: phrase.direction)
        }
        if surrounding != phrase.direction { line += .endIsolate }
    }

    private mutating func add(
        _ texts: ArraySlice<GameText>, joinedBy pieces: [TextPattern.Variant.Piece], within direction: TextDirection
    ) {
        guard let first = texts.first else { return }
        let rest = texts.dropFirst()
        guard !rest.isEmpty else { return add(first, within: direction) }
        for piece in pieces {
            switch piece {
            case .text(let text): line += .text(text)
            case .place("first"): add(first, within: direction)
            case .place("rest"): add(rest, joinedBy: pieces, within: direction)
            case .place: break
            }
        }
    }

    /// Words of a user made safe for a text, once for all that say them.
    private mutating func neutralised(_ said: String) -> NeutralisedText {
        let isLong = said.utf8.count > Self.shortWords
        if isLong { for known in knownWords where known.said.hasSameBytes(as: said) { return known.neutralised } }
        let neutralised = said.neutralised(maximumLength: TextLimits.words, maximumBytes: TextLimits.wordBytes)
        guard isLong else { return neutralised }
        if knownWords.count == 8 { knownWords.removeAll(keepingCapacity: true) }
        knownWords.append((said, neutralised))
        return neutralised
    }
}

/// All texts of a message in one language, the same for all its readers: names are still open, see ``TextWriter``.
///
/// NB: a class, because a reference is cheaper to pass on.
final class WrittenTexts: Sendable {
    /// A text's part of the line.
    struct Extent: Sendable {
        let start: ComposedLine.Position
        let end: ComposedLine.Position
    }

    let caption: Extent
    let hidesCaption: Bool
    let subcaption: Extent?
    let trailingCaption: Extent?
    let trailingSubcaption: Extent?
    let imageTitle: Extent?
    let imageSubtitle: Extent?
    /// Nil for the caption as it is shown.
    let summary: Extent?
    let accessibilityLabel: Extent
    let mediaURL: String?
    /// All of them, one behind the other.
    let line: ComposedLine
    /// Whether they are not the same for the mover as for others.
    let addressesMover: Bool

    init(_ texts: MessageTexts, by writer: inout LineWriter) {
        caption = writer.add(texts.caption)
        hidesCaption = texts.hidesCaption
        subcaption = texts.subcaption.map { writer.add($0) }
        trailingCaption = texts.trailingCaption.map { writer.add($0) }
        trailingSubcaption = texts.trailingSubcaption.map { writer.add($0) }
        imageTitle = texts.imageTitle.map { writer.add($0) }
        imageSubtitle = texts.imageSubtitle.map { writer.add($0) }
        summary = texts.summary.map { writer.add($0) }
        accessibilityLabel = texts.accessibilityLabel.map { writer.add($0) } ?? caption
        mediaURL = texts.mediaURL
        line = writer.line
        addressesMover = writer.addressesMover
    }
}
