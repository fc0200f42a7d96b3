import GameRules

extension MessageTexts {
    /// What the message says by which a player claims a seat.
    static func claim(to seat: SeatIndex) -> MessageTexts {
        var texts = MessageTexts(
            caption: Text("claim", ["mover": .mover]), summary: Text("claim.summary", ["mover": .mover]))
        texts.subcaption = Text("claim.subcaption", ["seat": .seat(seat)])
        return texts
    }
}
