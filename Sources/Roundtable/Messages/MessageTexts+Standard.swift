import GameRules

extension MessageTexts {
    /// The texts of an event that is no move: the same for every game.
    ///
    /// - Parameter next: whose turn it is by the event; told if it is one seat's.
    static func standard(
        for kind: Event.Kind, seat: SeatIndex?, outcome: Outcome?, next: [SeatIndex] = []
    ) -> MessageTexts {
        let winner = outcome?.kind == .won ? outcome?.winners.first : nil
        let namesWinner: Bool
        switch kind {
        case .resigned, .left, .timedOut: namesWinner = winner != nil
        case .opened, .joined, .started, .moved, .skipped, .reclaimed, .abandoned: namesWinner = false
        }
        guard namesWinner, let winner else {
            var texts = MessageTexts(caption: GameText(kind.rawValue, ["mover": .mover]))
            if next.count == 1 { texts.subcaption = GameText("next", ["next": .seat(next[0])]) }
            return texts
        }
        return MessageTexts(caption: GameText("\(kind.rawValue).won", ["mover": .mover, "winner": .seat(winner)]))
    }
}
