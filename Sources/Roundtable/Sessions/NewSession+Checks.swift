import Foundation
import GameRules
import RoundtableModel

// The checks of what a creator chooses.

extension ClockSettings {
    /// Checks that a game can be played with the clock; if not, throws `bad_options`.
    func check(for game: any Game, within range: ClosedRange<Int>) throws(ServiceError) {
        guard range.contains(turnSeconds) else {
            throw ServiceError(
                .badOptions, "clock.turnSeconds is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        guard (0...range.upperBound).contains(bankSeconds) else {
            throw ServiceError(.badOptions, "clock.bankSeconds is a number from 0 to \(range.upperBound).")
        }
        guard let atEnd else { return }
        guard let lateness = Lateness(atEnd), game.latenesses.contains(lateness) else {
            throw ServiceError(.badOptions, "clock.atEnd: the rules of \(game.name) can't do this.")
        }
    }
}

extension GameJSON {
    /// The number of seats that options ask for; nil if they leave it open.
    ///
    /// - Throws: `bad_options`.
    func seats() throws(ServiceError) -> Int? {
        switch self["seats"] {
        case nil, .null: nil
        case .integer(let count): count
        default: throw ServiceError(.badOptions, "options.seats is a number.")
        }
    }
}

extension Game {
    /// Options as the game has understood them: what a stranger sends is never kept as it came.
    ///
    /// - Throws: `bad_options`.
    func options(understanding given: GameJSON) throws(ServiceError) -> GameJSON {
        do throws(OptionsRejection) {
            return try understood(options: given)
        } catch {
            throw ServiceError(.badOptions, error.detail)
        }
    }
}
