import GameRules

extension RockPaperScissors {
    /// The rounds as one reader may see them.
    struct Board: GameJSONWritable, JSONObjectWritable, Sendable {
        /// The number of the current round, from 1; of the last one when all were played.
        let round: Int
        /// The number of rounds that are played.
        let totalRounds: Int
        /// The seats that have chosen in the current round.
        let chosen: [SeatIndex]
        /// The reader's own choice in the current round; nil while there is none, and for a bystander.
        let choice: Move?
        /// The choice of each seat in each round that is over; nil for a seat that sat it out or had gone.
        let rounds: [RockPaperScissorsRound]
        /// The points of each seat so far.
        let points: [Int]
        /// Whether words may stand over the picture's lower edge.
        let showsLead: Bool

        func writeMembers(to json: inout JSONWriter) {
            json.member("choice", orNull: choice)
            json.member("chosen", chosen)
            json.member("points", points)
            json.member("round", round)
            json.member("rounds", rounds.map(\.choices))
            json.member("totalRounds", totalRounds)
        }
    }

    /// A reader with several seats is told the choice of the lowest one.
    func board(of state: State, for reader: Reader) -> Board {
        Board(
            round: min(state.rounds.count + 1, state.totalRounds), totalRounds: state.totalRounds,
            chosen: state.current.chosen, choice: reader.seats.min().flatMap { state.current[$0] },
            rounds: state.rounds, points: state.points, showsLead: state.showsLead)
    }
}
