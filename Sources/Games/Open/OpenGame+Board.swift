import GameRules

/// An open game as one reader may see it.
struct OpenBoard: Encodable, GameJSONWritable, JSONObjectWritable, Sendable {
    /// The app's state.
    let shared: GameJSON
    /// The secret of the reader's own seat; nil for none.
    let secret: JSONValue?
    /// The numbers that the dice show; nil once somebody has gone on.
    let rolled: [Int]?
    /// For the picture only: colours, who moved, and how it ended.
    let colours: [String]
    let movers: [SeatIndex]
    let moves: Int
    let outcome: Outcome?

    init(_ state: OpenState, for reader: Reader) {
        shared = state.shared.json
        secret = reader.seats.sorted().lazy.compactMap { state.secrets[$0] }.first
        rolled = state.rolled
        colours = state.colours
        movers = state.movers
        moves = state.moves
        outcome = state.outcome
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("private", orNull: secret)
        json.member("rolled", orNull: rolled)
        json.member("state", shared)
    }
}
