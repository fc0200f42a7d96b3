import GameRules

extension MessageTexts {
    /// The texts of an event that is no move: the same for every game.
    ///
    /// - Parameters:
    ///   - isWithdrawn: whether a player declines their own offer.
    ///   - next: the seats whose turn it is by the event; told if it is one seat's.
    static func standard(
        for fact: Fact, outcome: Outcome?, isWithdrawn: Bool, next: [SeatIndex] = []
    ) -> MessageTexts {
        let key: String? =
            switch fact.kind {
            case .offered: fact.offer.map { "offered.\($0.rawValue)" }
            case .accepted: outcome == nil ? nil : "accepted.draw"
            case .declined: isWithdrawn ? "declined.own" : nil
            default: nil
            }
        if let key { return MessageTexts(caption: GameText(key, ["mover": .mover])) }
        return standard(for: fact.kind, outcome: outcome, next: next)
    }

    /// The texts of an event of a kind that says everything.
    static func standard(for kind: Event.Kind, outcome: Outcome?, next: [SeatIndex] = []) -> MessageTexts {
        let winner: SeatIndex? =
            switch kind {
            case .resigned, .left, .timedOut: outcome?.kind == .won ? outcome?.winners.first : nil
            default: nil
            }
        guard let winner else {
            var texts = MessageTexts(caption: GameText(kind.rawValue, ["mover": .mover]))
            if next.count == 1 { texts.subcaption = GameText("next", ["next": .seat(next[0])]) }
            return texts
        }
        return MessageTexts(caption: GameText("\(kind.rawValue).won", ["mover": .mover, "winner": .seat(winner)]))
    }

    /// The texts of the message by which a player claims a seat.
    static func claim(to seat: SeatIndex) -> MessageTexts {
        var texts = MessageTexts(
            caption: GameText("claim", ["mover": .mover]), summary: GameText("claim.summary", ["mover": .mover]))
        texts.subcaption = GameText("claim.subcaption", ["seat": .seat(seat)])
        return texts
    }
}
