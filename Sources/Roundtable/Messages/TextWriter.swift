import GameRules

/// Writes the texts of one message in one language.
struct TextWriter {
    private let composer: Composer
    private let language: String
    private let tongue: Composer.Tongue
    private let form: Composer.Form
    private let mover: Composer.Mover
    private let names: Attributions
    /// Whether the mover reads this and is called "You".
    private let isReadersOwn: Bool

    /// A writer for one reader of what one mover did.
    init(
        _ composer: Composer, in language: String, as form: Composer.Form, mover: Composer.Mover, names: Attributions
    ) {
        self.composer = composer
        self.language = language
        tongue = composer.tongue(language)
        self.form = form
        self.mover = mover
        self.names = names
        isReadersOwn = form == .plain && names.isReader(mover.player)
    }

    /// A text as one line, no longer than fits.
    func write(_ text: Text, limit: Int) -> String {
        var line = ComposedLine()
        add(text, within: nil, to: &line)
        return line.text(limit: limit)
    }

    private func add(_ text: Text, within surrounding: TextDirection?, to line: inout ComposedLine) {
        add(text.key, text.arguments, within: surrounding, to: &line) { place, direction, line in
            if let argument = text.arguments[place] { add(argument, within: direction, to: &line) }
        }
    }

    /// Adds a pattern, each `{place}` filled; in one pass, so that what fills a place is never taken for another place.
    private func add(
        _ key: String, _ arguments: TextArguments = [:], within surrounding: TextDirection?,
        to line: inout ComposedLine, filling: (_ place: String, TextDirection, inout ComposedLine) -> Void
    ) {
        guard let (pattern, tongue) = composer.pattern(key, in: tongue) else {
            line += .words(key)
            return
        }
        let isForeign = surrounding != nil && surrounding != tongue.direction
        if isForeign { line += .isolate }
        let variant = pattern.variant(isReadersOwn: isReadersOwn, arguments: arguments, rules: tongue.plurals)
        for piece in variant.pieces {
            switch piece {
            case .text(let text): line += .text(text)
            case .place(let place): filling(place, tongue.direction, &line)
            }
        }
        if isForeign { line += .endIsolate }
    }

    private func add(_ argument: TextArgument, within direction: TextDirection, to line: inout ComposedLine) {
        switch argument {
        case .text(let text): add(text, within: direction, to: &line)
        case .list(let texts, let key): add(texts[...], joinedBy: key, within: direction, to: &line)
        case .number(let number): line += .text(String(number))
        case .mover:
            add(
                piece: isReadersOwn ? .words(you) : name(of: mover.player, at: mover.seat), within: direction, to: &line
            )
        case .seat(let seat): add(piece: name(of: seat), within: direction, to: &line)
        case .words(let words):
            add(piece: .words(words.neutralised(maximumLength: TextLimits.words)), within: direction, to: &line)
        }
    }

    /// Adds the first of some texts and, as the rest, all others.
    private func add(
        _ texts: ArraySlice<Text>, joinedBy key: String, within direction: TextDirection, to line: inout ComposedLine
    ) {
        guard let first = texts.first else { return }
        let rest = texts.dropFirst()
        guard !rest.isEmpty else { return add(first, within: direction, to: &line) }
        add(key, within: direction, to: &line) { place, direction, line in
            switch place {
            case "first": add(first, within: direction, to: &line)
            case "rest": add(rest, joinedBy: key, within: direction, to: &line)
            default: break
            }
        }
    }

    private func add(piece: ComposedLine.Piece, within direction: TextDirection, to line: inout ComposedLine) {
        guard direction == .rightToLeft else { return line += piece }
        line += .isolate
        line += piece
        line += .endIsolate
    }

    private func name(of player: PlayerID?, at seat: SeatIndex?) -> ComposedLine.Piece {
        if form == .staged, let attribution = names.attribution(of: player) { return .attribution(attribution) }
        return .words(
            seat.map { composer.plainName(of: player, at: $0, in: language, for: names) }
                ?? composer.phrase("newcomer", in: tongue))
    }

    /// Whoever had the seat when this was said.
    private func name(of seat: SeatIndex) -> ComposedLine.Piece {
        let player = names.player(of: seat, at: mover.revision)
        return form == .plain && names.isReader(player) ? .words(you) : name(of: player, at: seat)
    }

    private var you: String { composer.phrase("you", in: tongue) }
}
