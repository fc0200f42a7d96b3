import GameRules

/// Rock, paper, scissors for two to sixteen: everybody chooses in secret, then all choices are shown at once.
///
/// Source: World Rock Paper Scissors Association, "How to play": all show at the same time, rock beats scissors,
/// scissors beat paper, paper beats rock. Those rules are for two, and repeat a tie. Here, for any number, each choice
/// scores a point for every other seat that it beats; after as many rounds as the option `rounds` says (1 if it is
/// absent, 25 at most) whoever still plays and has most points has won, several together if they have as many, and the
/// game is drawn if they all do. So a tie of two in a single round is a draw.
///
/// A round is over when everybody has chosen who plays or still may: open seats are waited for. Whoever is skipped sits
/// the round out. Whoever goes takes back a choice that nobody has seen, keeps their points, and can't win.
///
/// A choice is secret until its round is over; who has chosen is public.
struct RockPaperScissors: Game {
    typealias Move = RockPaperScissorsChoice

    struct Options: Codable, Sendable {
        /// The number of rounds that are played; nil for one.
        var rounds: Int?
    }

    let name: GameName = "rock-paper-scissors"
    let seats = 2...16
    let latenesses: Set<Lateness> = [.forfeits, .passes, .plays]
    let agreements: Set<Agreement> = [.draw, .pause]
    /// The first choice shows nothing to whoever makes it.
    let allowsOpeningMove = true
    var description: GameDescription {
        GameDescription(
            of: name, options: [.init("rounds", .number, default: 1)],
            examples: ["rock"])
    }

    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        let rounds = options.rounds ?? 1
        guard (1...25).contains(rounds) else { throw OptionsRejection("rounds must be a number from 1 to 25.") }
        return State(seats: seats, totalRounds: rounds)
    }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        guard state.winners == nil else { throw RockPaperScissorsRefusal.allRoundsPlayed.rejection }
        guard !state.isDone(seat) else { throw RockPaperScissorsRefusal.alreadyChosen.rejection }
        state.current[seat] = move
        state.endRoundIfComplete(at: table)
    }

    /// Everybody chooses at the same time.
    func isConcurrent(_ move: Move, in state: State) -> Bool { true }

    /// The choice that completes the round shows all others.
    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        state.order.toAct(at: table).allSatisfy { $0 == seat }
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        Move.allCases
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        guard let winners = state.winners else { return table.contestOutcome }
        return Outcome(kind: winners.isEmpty ? .drawn : .won, winners: winners, scores: state.points)
    }

    /// The seat sits this round out.
    func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        state.skipped = (state.skipped + [seat]).sorted()
        state.endRoundIfComplete(at: table)
    }

    /// The round goes on without the seat, and is over if all others have chosen.
    func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom) {
        guard state.winners == nil else { return }
        state.current[seat] = nil
        state.endRoundIfComplete(at: table)
    }

    /// Too late sits this round out.
    func lateness(of seat: SeatIndex, in state: State) -> Lateness { .passes }

    /// As many of a seat's moves are public as it has choices in rounds that are over: one that is secret, or was taken
    /// back, comes after those.
    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        if reader.seats.contains(seat) { return move }
        return ordinal < state.rounds.count { $0[seat] != nil } ? move : nil
    }
}

enum RockPaperScissorsRefusal: String, MoveRefusal {
    case allRoundsPlayed = "already_finished"
    case alreadyChosen = "already_chosen"
}
