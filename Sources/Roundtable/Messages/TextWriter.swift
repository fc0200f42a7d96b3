@_spi(Roundtable) import GameRules
@_spi(Roundtable) import RoundtableJSON

/// Writes texts for one reader in one language, one after the other, and remembers what several of them say.
///
/// NB: a class, for what it remembers serves all forms of a message; no access to it spans another, so that nothing is
/// checked at run time.
final class TextWriter {
    private let composer: Composer
    private let language: String
    private let texts: Composer.LanguageTexts
    private let names: Attributions

    /// The form of the current message, and its mover.
    @exclusivity(unchecked) private var form = Composer.Form.displayed
    @exclusivity(unchecked) private var mover = Composer.Mover(player: nil, seat: nil)
    /// Whether the mover reads this and is called "You".
    @exclusivity(unchecked) private var isReadersOwn = false
    @exclusivity(unchecked) private var moverName = TextPiece.words("")
    /// The text that is being written.
    @exclusivity(unchecked) private var line = ComposedLine()

    /// Whether what was written since the current list began may read otherwise in another message: it names somebody,
    /// or has words for a mover who reads it.
    @exclusivity(unchecked) private var isPersonal = false
    /// The number of messages that were begun so far.
    @exclusivity(unchecked) private var messages = 0
    /// The longest list so far, so that a board need not be told anew for each form.
    @exclusivity(unchecked) private var list: KnownList?
    /// The list that tells the board of the session whose newest message is written.
    @exclusivity(unchecked) private var board: KnownList?
    /// The phrases that were looked up last: a message needs a dozen of them, a board a few again and again.
    @exclusivity(unchecked) private var phrases: [(key: String, phrase: Composer.Phrase)] = []
    /// The names that were found so far, by player and seat: an app's sentence may say one again and again.
    @exclusivity(unchecked) private var knownNames: [(player: PlayerID?, seat: SeatIndex, name: NeutralisedText)] = []
    /// Long words that were neutralised last, and the results: each form of a message may say them.
    @exclusivity(unchecked) private var knownWords: [(said: String, neutralised: NeutralisedText)] = []

    /// The number of phrases that most messages need.
    private static let fewPhrases = 12
    /// The most bytes of words that are neutralised as fast as they are found.
    private static let shortWords = 32

    /// A list as it was written.
    struct KnownList: Sendable {
        let texts: [GameText]
        let key: String
        let surrounding: TextDirection
        let line: ComposedLine
        /// The number of the message that it is part of: to this mover and in this form it reads so.
        let message: Int
        /// Whether it may read otherwise in another message, and to another reader.
        let isPersonal: Bool
    }

    /// A writer for one reader.
    init(_ composer: Composer, in language: String, for names: Attributions) {
        self.composer = composer
        self.language = language
        self.names = names
        texts = composer.languageTexts(language)
        phrases.reserveCapacity(Self.fewPhrases)
    }

    /// All texts of a message.
    ///
    /// - Parameter session: what others were told of the session whose newest message it is.
    func compose(
        _ texts: MessageTexts, mover: Composer.Mover, as form: Composer.Form, of session: ToldSession? = nil
    ) -> ComposedTexts {
        begin(mover, as: form)
        board = session?.board(in: language)
        defer {
            if let list, list.message == messages, list.line.size.bytes > board?.line.size.bytes ?? 0 {
                session?.keep(list, in: language)
            }
        }
        func write(_ text: GameText?, _ limit: Int) -> String? { text.map { self.write($0, limit: limit) } }
        let caption = self.write(texts.caption, limit: TextLimits.caption)
        return ComposedTexts(
            caption: texts.hidesCaption ? nil : caption,
            subcaption: write(texts.subcaption, TextLimits.subcaption),
            trailingCaption: write(texts.trailingCaption, TextLimits.trailingCaption),
            trailingSubcaption: write(texts.trailingSubcaption, TextLimits.trailingSubcaption),
            imageTitle: write(texts.imageTitle, TextLimits.imageTitle),
            imageSubtitle: write(texts.imageSubtitle, TextLimits.imageSubtitle),
            summary: write(texts.summary, TextLimits.summary) ?? caption,
            accessibilityLabel: self.write(
                texts.accessibilityLabel ?? texts.caption, limit: TextLimits.accessibilityLabel),
            mediaURL: texts.mediaURL)
    }

    /// A summary to be displayed as it is.
    func summary(_ text: GameText, mover: Composer.Mover) -> String {
        begin(mover, as: .displayed)
        return write(text, limit: TextLimits.summary)
    }

    private func begin(_ mover: Composer.Mover, as form: Composer.Form) {
        self.mover = mover
        self.form = form
        messages += 1
        isReadersOwn = form == .displayed && names.isReader(mover.player)
        moverName = isReadersOwn ? you : name(of: mover.player, at: mover.seat)
    }

    /// A text as one line, no longer than fits.
    private func write(_ text: GameText, limit: Int) -> String {
        line.removeAll()
        add(text, within: nil)
        return line.text(limit: limit)
    }

    /// Adds a text, each `{place}` of its pattern filled; in one pass, so that what fills a place is never taken for
    /// another place.
    private func add(_ text: GameText, within surrounding: TextDirection?) {
        add(text.key, within: surrounding) { phrase in
            if let words = phrase.constant { return line += .text(words) }
            for piece in phrase.pieces(isReadersOwn: isReadersOwn, arguments: text.arguments) {
                switch piece {
                case .text(let text): line += .text(text)
                case .place(let place):
                    if let argument = text.arguments[place] { add(argument, within: phrase.direction) }
                }
            }
        }
    }

    /// Adds what a key says; in its own direction, if that is another than what stands around it.
    private func add(_ key: String, within surrounding: TextDirection?, filling: (Composer.Phrase) -> Void) {
        guard let phrase = phrase(key) else { return line += .words(NeutralisedText(key)) }
        if phrase.addressesMover { isPersonal = true }
        add(isolated: surrounding != nil && surrounding != phrase.direction) { filling(phrase) }
    }

    private func add(isolated isIsolated: Bool, _ content: () -> Void) {
        if isIsolated { line += .isolate }
        content()
        if isIsolated { line += .endIsolate }
    }

    private func add(_ argument: TextArgument, within direction: TextDirection) {
        switch argument {
        case .text(let text): add(text, within: direction)
        case .list(let texts, let key): add(texts, joinedBy: key, within: direction)
        case .number(let number): line += .text(NeutralisedText(number))
        case .mover: add(name: moverName, within: direction)
        case .seat(let seat): add(name: name(of: seat), within: direction)
        case .words(let words): add(.words(neutralised(words)), within: direction)
        case .template(let template): add(template, within: direction)
        }
    }

    private func add(name: TextPiece, within direction: TextDirection) {
        isPersonal = true
        add(name, within: direction)
    }

    /// Adds a name or words, which a line of another direction must not tear.
    private func add(_ piece: TextPiece, within direction: TextDirection) {
        add(isolated: direction == .rightToLeft || piece.mayTurnLine) { line += piece }
    }

    /// Adds an app's sentence, whose direction may be another than that of the text around it.
    private func add(_ template: TextTemplate, within surrounding: TextDirection) {
        let (sentence, ownLanguage) = template.sentence(in: language)
        let direction = ownLanguage.map { TextDirection(of: $0) } ?? surrounding
        add(isolated: direction != surrounding) {
            for piece in TextTemplate.pieces(of: neutralised(sentence)) {
                switch piece {
                case .text(let words): line += .words(words)
                case .place(let name):
                    switch TextTemplate.place(name) {
                    case .mover: add(name: moverName, within: direction)
                    case .seat(let seat): add(name: self.name(of: seat), within: direction)
                    case nil: break
                    }
                }
            }
        }
    }

    /// Adds some texts, each as the first and all behind it as the rest.
    private func add(_ texts: [GameText], joinedBy key: String, within direction: TextDirection) {
        guard texts.count > 1 else { return texts.forEach { add($0, within: direction) } }
        let wasPersonal = isPersonal
        defer { isPersonal = isPersonal || wasPersonal }
        if let known = known(texts, joinedBy: key, within: direction) {
            isPersonal = known.isPersonal
            return line += known.line
        }
        isPersonal = false
        let start = line.size
        add(key, within: direction) { phrase in
            if let separator = phrase.separator {
                for (index, text) in texts.enumerated() {
                    if index > 0 { line += .text(separator) }
                    add(text, within: phrase.direction)
                }
            } else {
                add(texts[...], joinedBy: phrase.pieces(isReadersOwn: isReadersOwn), within: phrase.direction)
            }
        }
        guard line.size.bytes - start.bytes > list?.line.size.bytes ?? 0 else { return }
        list = KnownList(
            texts: texts, key: key, surrounding: direction, line: line.suffix(from: start), message: messages,
            isPersonal: isPersonal)
    }

    /// A list that was written already, if it reads the same here.
    private func known(_ texts: [GameText], joinedBy key: String, within direction: TextDirection) -> KnownList? {
        func isSame(_ list: KnownList) -> Bool {
            // NB: it is the same array in all forms of a message, so that comparing them takes no time.
            (list.message == messages || !list.isPersonal) && list.key == key && list.surrounding == direction
                && list.texts == texts
        }
        if let list, isSame(list) { return list }
        if let board, isSame(board) { return board }
        return nil
    }

    private func add(
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
}

/// Phrases, names and words, each looked up once.
extension TextWriter {
    /// The phrase of a key in the language; nil without one. A board says few of them, and again and again: those that
    /// were added last are looked at first.
    private func phrase(_ key: String) -> Composer.Phrase? {
        for place in phrases.indices.reversed() where phrases[place].key.utf8.count == key.utf8.count {
            if phrases[place].key == key { return phrases[place].phrase }
        }
        guard let phrase = texts.phrases[key] else { return nil }
        if phrases.count == 2 * Self.fewPhrases { phrases.removeAll(keepingCapacity: true) }
        phrases.append((key, phrase))
        return phrase
    }

    private var you: TextPiece { .words(NeutralisedText(composer.phrase("you", in: texts))) }

    /// Whoever had the seat when this was said.
    private func name(of seat: SeatIndex) -> TextPiece {
        let player = names.player(of: seat, at: mover.revision)
        return form == .displayed && names.isReader(player) ? you : name(of: player, at: seat)
    }

    private func name(of player: PlayerID?, at seat: SeatIndex?) -> TextPiece {
        if form == .staged, let participant = names.participant(of: player) { return .attribution(of: participant) }
        guard let seat else { return .words(NeutralisedText(composer.phrase("newcomer", in: texts))) }
        for known in knownNames where known.seat == seat && known.player == player { return .words(known.name) }
        let name = NeutralisedText(composer.displayName(of: player, at: seat, in: language, for: names))
        knownNames.append((player, seat, name))
        return .words(name)
    }

    /// Words of a user made safe for a text, once for all that say them.
    private func neutralised(_ said: String) -> NeutralisedText {
        let isLong = said.utf8.count > Self.shortWords
        if isLong { for known in knownWords where known.said.hasSameBytes(as: said) { return known.neutralised } }
        let neutralised = said.neutralised(maximumLength: TextLimits.words, maximumBytes: TextLimits.wordBytes)
        guard isLong else { return neutralised }
        if knownWords.count == 8 { knownWords.removeAll(keepingCapacity: true) }
        knownWords.append((said, neutralised))
        return neutralised
    }
}
