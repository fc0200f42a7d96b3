import GameRules

extension RockPaperScissors {
    struct State: Hashable, Codable, OrderedState, Sendable {
        typealias Round = RockPaperScissorsRound

        let totalRounds: Int
        /// The rounds that are over.
        var rounds: [Round] = []
        /// The choices of the current round: secret.
        var current: Round
        /// The seats that sit the current round out, in order.
        var skipped: [SeatIndex] = []
        var points: [Int]
        /// The winners after the last round, none if it is a draw; nil before.
        var winners: [SeatIndex]?

        init(seats: Int, totalRounds: Int) {
            self.totalRounds = totalRounds
            current = Round(seats: seats)
            points = Array(repeating: 0, count: seats)
        }

        /// Everybody once in a round.
        var order: TurnOrder { .simultaneous(done: (current.chosen + skipped).sorted()) }

        /// Whether messages say who is in the lead: of two their captions tell the score, and of one round all.
        var showsLead: Bool { points.count > 2 && totalRounds > 1 }

        /// Whether a seat has chosen in this round, or sits it out.
        func isDone(_ seat: SeatIndex) -> Bool { current[seat] != nil || skipped.contains(seat) }

        /// Shows and counts the choices if nobody is waited for any more.
        mutating func endRoundIfComplete(at table: GameTable) {
            guard !table.inPlay.isEmpty, order.toAct(at: table).isEmpty else { return }
            points = zip(points, current.points).map(+)
            rounds.append(current)
            current = Round(seats: points.count)
            skipped = []
            // NB: if only one is left, that one has won, whatever the points.
            guard rounds.count == totalRounds, table.contestOutcome == nil else { return }
            let best = points.leaders(among: table.taken)
            winners = best.count == table.taken.count ? [] : best
        }
    }

    /// The rounds as one reader may see them.
    struct Board: GameJSONWritable, JSONObjectWritable, Sendable {
        /// The number of the current round, from 1; of the last one when all were played.
        let round: Int
        let totalRounds: Int
        /// The seats that have chosen in the current round.
        let chosen: [SeatIndex]
        /// The reader's own choice in the current round; nil while there is none, and for a bystander.
        let choice: Move?
        /// The choice of each seat in each round that is over; nil for a seat that sat it out or had gone.
        let rounds: [RockPaperScissorsRound]
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

extension RockPaperScissors.State: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("current", current)
        json.member("points", points)
        json.member("rounds", rounds)
        json.member("skipped", skipped)
        json.member("totalRounds", totalRounds)
        json.member("winners", ifPresent: winners)
    }
}
