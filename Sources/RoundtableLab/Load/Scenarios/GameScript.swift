import GameRules
import Games

/// A whole game that is played the same way each time: the example that its rules give.
struct GameScript: Sendable {
    struct Move: Sendable, Equatable {
        /// Who makes it, by the order of joining.
        let seat: Int
        /// In the game's notation, as JSON.
        let json: String
    }

    let game: String
    let seats: Int
    /// In the order of their turns; each player but the first joins by the first move of theirs.
    let moves: [Move]

    /// The game that is played unless a scenario names another.
    static let standard = "four-in-a-row"

    /// The games that can be played by some number of people.
    static func games(of library: GameLibrary = .standard) -> [String] {
        library.names.map(\.rawValue).filter { name in
            (2...32).contains { GameScript(game: name, seats: $0, of: library) != nil }
        }
    }

    /// The script of a game; nil for one that gives no example with so many people, or hides moves, which could not be
    /// verified then.
    init?(game: String, seats: Int, of library: GameLibrary = .standard) {
        guard let rules = library.newest(GameName(rawValue: game)), rules.seats.contains(seats),
            !rules.hasSecrets
        else { return nil }
        let example = rules.examplePlay(seats: seats)
        guard !example.isEmpty else { return nil }
        moves = example.map { move in
            Move(seat: move.seat.rawValue, json: String(decoding: move.notation.data, as: UTF8.self))
        }
        self.game = game
        self.seats = seats
    }
}
