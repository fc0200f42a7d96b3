import GameRules

extension MessageTexts {
    /// The texts of the message by which a player claims a seat.
    static func claim(to seat: SeatIndex) -> MessageTexts {
        var texts = MessageTexts(
            caption: Text("claim", ["mover": .mover]), summary: Text("claim.summary", ["mover": .mover]))
        texts.subcaption = Text("claim.subcaption", ["seat": .seat(seat)])
        return texts
    }
}
