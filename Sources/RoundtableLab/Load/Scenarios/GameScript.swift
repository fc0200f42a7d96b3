/// A game that is played the same way each time, to an end that nobody wins early.
struct GameScript: Sendable {
    /// One move of it.
    struct Move: Sendable, Equatable {
        /// Who makes it, by the order of joining.
        let seat: Int
        /// In the game's notation.
        let text: String
    }

    /// The name of the game.
    let game: String
    /// The number of players.
    let seats: Int
    /// In the order of their turns; each player but the first joins by the first move of theirs.
    let moves: [Move]

    /// The game that is played unless a scenario names another.
    static let standard = "four-in-a-row"

    /// The games that can be played.
    static let games = ["four-in-a-row", "ice-cream"]

    /// The script of a game; nil for one that the load tester can't play with so many people.
    init?(game: String, seats: Int) {
        switch game {
        case "four-in-a-row" where seats == 2: moves = Self.fourInARow
        case "ice-cream" where (2...32).contains(seats): moves = Self.iceCream(seats: seats)
        default: return nil
        }
        self.game = game
        self.seats = seats
    }

    /// Fills the rack in 42 moves, with four in a row nowhere.
    private static let fourInARow = "447521133627261451656665417544122233375773".enumerated().map {
        Move(seat: $0 % 2, text: String($1))
    }

    /// A base, scoops, and a topping from everybody; the second to sit down comes last, so that the ice cream is not
    /// complete before everybody was there.
    private static func iceCream(seats: Int) -> [Move] {
        let others = [0] + (2..<max(seats, 2)) + [1]
        return [Move(seat: 0, text: "Base=base01"), Move(seat: 1, text: "Scoops=scoops05")]
            + others.map { seat in
                let number = seat % 12 + 1
                return Move(seat: seat, text: "Topping=topping\(number < 10 ? "0" : "")\(number)")
            }
    }
}
