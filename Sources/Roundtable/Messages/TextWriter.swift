import GameRules

/// Writes the texts of one message in one language.
struct TextWriter {
    let composer: Composer
    let language: String
    let form: Composer.Form
    let mover: Composer.Mover
    let names: Attributions

    /// A text as one line, no longer than fits.
    func write(_ text: Text, limit: Int) -> String { line(text, within: nil).text(limit: limit) }

    private func line(_ text: Text, within surrounding: TextDirection?) -> ComposedLine {
        guard let found = composer.pattern(text.key, in: language) else {
            var line = ComposedLine()
            line += .words(text.key)
            return line
        }
        let direction = composer.direction(of: found.language)
        let pattern = found.pattern.variant(
            isReadersOwn: isReadersOwn, arguments: text.arguments, rules: PluralRules(of: found.language))
        let line = fill(pattern, with: text.arguments, direction: direction)
        return surrounding == nil || surrounding == direction ? line : line.isolated
    }

    /// Whether the mover reads this and is called "You".
    private var isReadersOwn: Bool { form == .plain && names.isReader(mover.player) }

    /// Replaces each `{place}`; in one pass, so that what fills a place is never taken for another place.
    private func fill(
        _ pattern: String, with arguments: [String: TextArgument], direction: TextDirection
    ) -> ComposedLine {
        var line = ComposedLine()
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            line += .text(String(rest[..<open]))
            let place = String(rest[rest.index(after: open)..<close])
            if let argument = arguments[place] { line += word(argument, direction: direction) }
            rest = rest[rest.index(after: close)...]
        }
        line += .text(String(rest))
        return line
    }

    private func word(_ argument: TextArgument, direction: TextDirection) -> ComposedLine {
        var line = ComposedLine()
        switch argument {
        case .text(let text): return self.line(text, within: direction)
        case .number(let number):
            line += .text(String(number))
            return line
        case .mover: line += isReadersOwn ? .words(you) : name(of: mover.player, at: mover.seat)
        case .seat(let seat): line += form == .plain && names.isOwn(seat) ? .words(you) : name(of: seat)
        case .words(let words): line += .words(words.neutralised(maximumLength: TextLimits.words))
        }
        return direction == .rightToLeft ? line.isolated : line
    }

    private func name(of player: PlayerID?, at seat: SeatIndex?) -> ComposedLine.Piece {
        if form == .staged, let attribution = names.attribution(of: player) { return .attribution(attribution) }
        return .words(seat.map(plainName) ?? composer.phrase("newcomer", in: language))
    }

    private func name(of seat: SeatIndex) -> ComposedLine.Piece {
        if form == .staged, let participant = names.participant(of: seat) { return .attribution("$\(participant)") }
        return .words(plainName(of: seat))
    }

    /// A nickname, told apart from what the service itself calls people, or the seat's name.
    private func plainName(of seat: SeatIndex) -> String {
        var isNickname = true
        let name = names.plainName(of: seat) { number in
            isNickname = false
            return composer.seatName(number, in: language)
        }
        return isNickname ? composer.shown(nickname: name, in: language) : name
    }

    private var you: String { composer.phrase("you", in: language) }
}
