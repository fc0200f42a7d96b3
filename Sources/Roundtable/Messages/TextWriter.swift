import GameRules

/// Writes the texts of one message in one language.
struct TextWriter {
    private let composer: Composer
    private let language: String
    private let languageTexts: Composer.LanguageTexts
    private let form: Composer.Form
    private let mover: Composer.Mover
    private let names: Attributions
    private let memory: WritingMemory
    /// Whether the mover reads this and is called "You".
    private let isReadersOwn: Bool
    /// The name of the mover.
    private var moverName = TextPiece.words("")

    /// A writer for one reader of what one mover did.
    init(
        _ composer: Composer, in language: String, as form: Composer.Form, mover: Composer.Mover, names: Attributions,
        memory: WritingMemory = WritingMemory()
    ) {
        self.composer = composer
        self.memory = memory
        self.language = language
        languageTexts = composer.languageTexts(language)
        self.form = form
        self.mover = mover
        self.names = names
        isReadersOwn = form == .displayed && names.isReader(mover.player)
        moverName = isReadersOwn ? .words(you) : name(of: mover.player, at: mover.seat)
    }

    /// A text as one line, no longer than fits.
    func write(_ text: Text, limit: Int) -> String {
        var flat = FlatLine()
        add(text, within: nil, to: &flat)
        if let written = flat.text(limit: limit) { return written }
        var line = ComposedLine()
        add(text, within: nil, to: &line)
        return line.text(limit: limit)
    }

    /// Adds a text, each `{place}` of its pattern filled; in one pass, so that what fills a place is never taken for
    /// another place.
    private func add(_ text: Text, within surrounding: TextDirection?, to line: inout some TextLine) {
        add(text.key, within: surrounding, to: &line) { phrase, line in
            if let words = phrase.constant { return line += .text(words) }
            for piece in phrase.pieces(isReadersOwn: isReadersOwn, arguments: text.arguments) {
                switch piece {
                case .text(let text): line += .text(text)
                case .place(let place):
                    if let argument = text.arguments[place] { add(argument, within: phrase.direction, to: &line) }
                }
            }
        }
    }

    /// Adds what a key says; in its own direction, if that is another than what stands around it.
    private func add<Line: TextLine>(
        _ key: String, within surrounding: TextDirection?, to line: inout Line,
        filling: (Composer.Phrase, inout Line) -> Void
    ) {
        guard let phrase = memory.phrase(key, of: languageTexts) else { return line += .words(key) }
        if phrase.pattern.you != nil { memory.nameSomebody() }
        let isForeign = surrounding != nil && surrounding != phrase.direction
        if isForeign { line += .isolate }
        filling(phrase, &line)
        if isForeign { line += .endIsolate }
    }

    private func add(_ argument: TextArgument, within direction: TextDirection, to line: inout some TextLine) {
        switch argument {
        case .text(let text): add(text, within: direction, to: &line)
        case .list(let texts, let key): add(texts, joinedBy: key, within: direction, to: &line)
        case .number(let number): line += .text(String(number))
        case .mover: add(name: moverName, within: direction, to: &line)
        case .seat(let seat): add(name: name(of: seat), within: direction, to: &line)
        case .words(let words):
            add(piece: .words(neutralised(words)), within: direction, to: &line)
        case .template(let template): add(template, within: direction, to: &line)
        }
    }

    private func neutralised(_ words: String) -> String {
        memory.neutralised(words) {
            words.neutralised(maximumLength: TextLimits.words, maximumBytes: TextLimits.wordBytes)
        }
    }

    /// Adds an app's sentence, whose direction may be another than that of the text around it.
    private func add(_ template: TextTemplate, within surrounding: TextDirection, to line: inout some TextLine) {
        let (sentence, ownLanguage) = template.sentence(in: language)
        let direction = ownLanguage.map { TextDirection(of: $0) } ?? surrounding
        if direction != surrounding { line += .isolate }
        for piece in TextTemplate.pieces(of: neutralised(sentence)) {
            switch piece {
            case .text(let words): line += .words(words)
            case .place(let name):
                switch TextTemplate.place(name) {
                case .mover: add(name: moverName, within: direction, to: &line)
                case .seat(let seat): add(name: self.name(of: seat), within: direction, to: &line)
                case nil: break
                }
            }
        }
        if direction != surrounding { line += .endIsolate }
    }

    /// Adds some texts, each as the first and all behind it as the rest.
    private func add(
        _ texts: [Text], joinedBy key: String, within direction: TextDirection, to line: inout some TextLine
    ) {
        guard texts.count > 1 else { return texts.forEach { add($0, within: direction, to: &line) } }
        if line is FlatLine, let words = memory.words(of: texts, joinedBy: key, within: direction) {
            return line += .text(words)
        }
        let namings = memory.namings
        let written = line.noting { line in write(texts, joinedBy: key, within: direction, to: &line) }
        if let written, namings == memory.namings { memory.keep(written, of: texts, joinedBy: key, within: direction) }
    }

    private func write(
        _ texts: [Text], joinedBy key: String, within direction: TextDirection, to line: inout some TextLine
    ) {
        add(key, within: direction, to: &line) { phrase, line in
            if let separator = phrase.separator {
                for (index, text) in texts.enumerated() {
                    if index > 0 { line += .text(separator) }
                    add(text, within: phrase.direction, to: &line)
                }
                return
            }
            add(texts[...], joinedBy: phrase.pieces(isReadersOwn: isReadersOwn), within: phrase.direction, to: &line)
        }
    }

    private func add(
        _ texts: ArraySlice<Text>, joinedBy pieces: [TextPattern.Variant.Piece], within direction: TextDirection,
        to line: inout some TextLine
    ) {
        guard let first = texts.first else { return }
        let rest = texts.dropFirst()
        guard !rest.isEmpty else { return add(first, within: direction, to: &line) }
        for piece in pieces {
            switch piece {
            case .text(let text): line += .text(text)
            case .place("first"): add(first, within: direction, to: &line)
            case .place("rest"): add(rest, joinedBy: pieces, within: direction, to: &line)
            case .place: break
            }
        }
    }

    private func add(name: TextPiece, within direction: TextDirection, to line: inout some TextLine) {
        memory.nameSomebody()
        add(piece: name, within: direction, to: &line)
    }

    private func add(piece: TextPiece, within direction: TextDirection, to line: inout some TextLine) {
        guard direction == .rightToLeft || piece.mayTurnLine else { return line += piece }
        line += .isolate
        line += piece
        line += .endIsolate
    }

    private func name(of player: PlayerID?, at seat: SeatIndex?) -> ComposedLine.Piece {
        if form == .staged, let attribution = names.attribution(of: player) { return .attribution(attribution) }
        return .words(
            seat.map { seat in
                memory.name(of: player, at: seat) {
                    composer.displayName(of: player, at: seat, in: language, for: names)
                }
            } ?? composer.phrase("newcomer", in: languageTexts))
    }

    /// Whoever had the seat when this was said.
    private func name(of seat: SeatIndex) -> ComposedLine.Piece {
        let player = names.player(of: seat, at: mover.revision)
        return form == .displayed && names.isReader(player) ? .words(you) : name(of: player, at: seat)
    }

    private var you: String { composer.phrase("you", in: languageTexts) }
}
