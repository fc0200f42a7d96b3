import GameRules

extension RockPaperScissors {
    /// The rounds so far.
    struct State: Hashable, Codable, OrderedState, Sendable {
        typealias Round = RockPaperScissorsRound

        let totalRounds: Int
        /// The rounds that are over.
        var rounds: [Round] = []
        /// The choices of the current round: secret.
        var current: Round
        /// The seats that sit the current round out, in order.
        var skipped: [SeatIndex] = []
        /// The points of each seat.
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
