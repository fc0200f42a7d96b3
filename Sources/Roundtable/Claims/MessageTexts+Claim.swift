import GameRules

extension MessageTexts {
    /// The texts of the message by which a player claims a seat.
    static func claim(to seat: SeatIndex) -> MessageTexts {
        var texts = MessageTexts(
            caption: GameText("claim", ["mover": .mover]), summary: GameText("claim.summary", ["mover": .mover]))
        texts.subcaption = GameText("claim.subcaption", ["seat": .seat(seat)])
        return texts
    }
}
