import GameRules

/// The service's own names for people, and nicknames that read like them.
extension Composer {
    /// The name of a seat without a better one: "Player 2" for the number 2.
    package func seatName(_ number: Int, in language: String) -> String {
        let words = languageTexts(language).aroundSeatNumber
        return words.before + String(number) + words.after
    }

    /// The name of somebody else who has, or had, a seat, in a text without substitution: their nickname, distinct from
    /// the service's own names for people, or the seat's name.
    func displayName(
        of player: PlayerID?, at seat: SeatIndex, in language: String, for reader: Attributions
    ) -> String {
        let nickname = player.flatMap { reader.nickname(of: $0, at: seat) }
        return nickname.map { shown(nickname: $0, in: language) } ?? seatName(seat.rawValue + 1, in: language)
    }

    /// Whether a nickname reads like "You", "A new player" or "Player 2" in the reader's language, however it is
    /// spaced, accented, capitalised or written with letters of other scripts.
    package func isReserved(_ nickname: String, in language: String) -> Bool {
        reservedNames[language].map { names in nickname.readings.contains(where: names.contains) } ?? false
    }

    /// A nickname as texts show it: in quotation marks, “Player 2”, if the service could have said it.
    package func shown(nickname: String, in language: String) -> String {
        isReserved(nickname, in: language) ? "“\(nickname)”" : nickname
    }

    /// The service's own names for people in a language, reduced to what a reader tells apart.
    func readingsOfNames(in language: String) -> Set<String> {
        let names = [phrase("you", in: language), phrase("newcomer", in: language), seatName(0, in: language)]
        return Set(names.flatMap(\.readings))
    }
}
