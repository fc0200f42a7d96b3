import GameRules

extension MessageTexts {
    /// The texts of an event that is no move: the same for every game.
    static func standard(for kind: Event.Kind, seat: SeatIndex?, outcome: Outcome?) -> MessageTexts {
        let winner = outcome?.kind == .won ? outcome?.winners.first : nil
        let namesWinner: Bool
        switch kind {
        case .resigned, .left, .timedOut: namesWinner = winner != nil
        case .opened, .joined, .started, .moved, .skipped, .reclaimed, .abandoned: namesWinner = false
        }
        guard namesWinner, let winner else {
            return MessageTexts(caption: Text(kind.rawValue, ["mover": .mover]))
        }
        return MessageTexts(caption: Text("\(kind.rawValue).won", ["mover": .mover, "winner": .seat(winner)]))
    }
}
