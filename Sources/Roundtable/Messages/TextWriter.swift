@_spi(Roundtable) import GameRules

/// Writes texts for one reader in one language.
///
/// NB: a class, for what it remembers serves all forms of a message; no access to it spans another, so that nothing is
/// checked at run time.
final class TextWriter {
    private let composer: Composer
    private let language: String
    private let names: Attributions

    @exclusivity(unchecked) private var writer: LineWriter?
    /// The names that were found so far, by player and seat, and `$UUID`s by player alone: an app's sentence may say
    /// one again and again.
    @exclusivity(unchecked) private var knownNames: [(player: PlayerID?, seat: SeatIndex?, name: TextPiece)] = []

    init(_ composer: Composer, in language: String, for names: Attributions) {
        self.composer = composer
        self.language = language
        self.names = names
    }

    /// All texts of a message.
    ///
    /// - Parameter session: what others were told of the session after its event or draft; nil for another message.
    func compose(
        _ texts: MessageTexts, mover: Composer.Mover, as form: Composer.Form, of session: ToldSession? = nil
    ) -> ComposedTexts {
        let isReadersOwn = form == .displayed && names.isReader(mover.player)
        let written = written(texts, isReadersOwn: isReadersOwn, of: session)
        let names = names(in: written.line, mover, as: form)
        func text(_ text: WrittenTexts.Extent, _ limit: Int) -> String {
            written.line.text(from: text.start, to: text.end, limit: limit, names: names)
        }
        let caption = text(written.caption, TextLimits.caption)
        return ComposedTexts(
            caption: written.hidesCaption ? nil : caption,
            subcaption: written.subcaption.map { text($0, TextLimits.subcaption) },
            trailingCaption: written.trailingCaption.map { text($0, TextLimits.trailingCaption) },
            trailingSubcaption: written.trailingSubcaption.map { text($0, TextLimits.trailingSubcaption) },
            imageTitle: written.imageTitle.map { text($0, TextLimits.imageTitle) },
            imageSubtitle: written.imageSubtitle.map { text($0, TextLimits.imageSubtitle) },
            summary: written.summary.map { text($0, TextLimits.summary) } ?? caption,
            accessibilityLabel: text(written.accessibilityLabel, TextLimits.accessibilityLabel),
            mediaURL: written.mediaURL)
    }

    /// A summary to be displayed as it is.
    func summary(_ text: GameText, mover: Composer.Mover) -> String {
        let line = withWriter { $0.write(text, isReadersOwn: names.isReader(mover.player)) }
        return line.text(limit: TextLimits.summary, names: names(in: line, mover, as: .displayed))
    }

    private func written(_ texts: MessageTexts, isReadersOwn: Bool, of session: ToldSession?) -> WrittenTexts {
        if let known = session?.written(in: language, isReadersOwn: isReadersOwn) { return known }
        let written = withWriter { $0.write(texts, isReadersOwn: isReadersOwn) }
        session?.keep(written, in: language, isReadersOwn: isReadersOwn)
        return written
    }

    private func withWriter<Result>(_ write: (inout LineWriter) -> Result) -> Result {
        var writer = writer.take() ?? LineWriter(composer.languageTexts(language), in: language)
        defer { self.writer = writer }
        return write(&writer)
    }

    private func names(in line: ComposedLine, _ mover: Composer.Mover, as form: Composer.Form) -> [TextPiece] {
        var moverName: TextPiece?
        return line.people.map { person in
            if person == .mover, let moverName { return moverName }
            let name = name(of: person, mover, as: form)
            if person == .mover { moverName = name }
            return name
        }
    }

    /// The name of the mover, or of whoever had a seat when this was said.
    private func name(of person: ComposedLine.Person, _ mover: Composer.Mover, as form: Composer.Form) -> TextPiece {
        let (player, seat) =
            switch person {
            case .mover: (mover.player, mover.seat)
            case .seat(let seat): (names.player(of: seat, at: mover.revision), seat)
            }
        if form == .displayed, names.isReader(player) { return .words(composer.languageTexts(language).you) }
        if form == .staged, let attribution = attributionPiece(of: player) { return attribution }
        guard let seat else { return .words(composer.languageTexts(language).newcomer) }
        return known(player, seat) {
            .words(NeutralisedText(composer.displayName(of: player, at: seat, in: language, for: names)))
        }
    }

    /// The name of a seat in a message that the reader's device stages: `$UUID`, else the nickname, else "Player 2".
    func attribution(of seat: SeatIndex) -> String {
        let player = names.player(of: seat, at: nil)
        return attributionPiece(of: player)?.string
            ?? composer.displayName(of: player, at: seat, in: language, for: names)
    }

    private func attributionPiece(of player: PlayerID?) -> TextPiece? {
        names.participant(of: player).map { participant in known(player, nil) { .attribution(of: participant) } }
    }

    private func known(_ player: PlayerID?, _ seat: SeatIndex?, _ find: () -> TextPiece) -> TextPiece {
        for entry in knownNames where entry.seat == seat && entry.player == player { return entry.name }
        if knownNames.isEmpty { knownNames.reserveCapacity(2 * names.seatCount) }
        let name = find()
        knownNames.append((player, seat, name))
        return name
    }
}
