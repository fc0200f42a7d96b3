import GameRules

/// Sea battle: two place their fleets in secret, then shoot in turns at cells of each other's sea until one fleet has
/// gone down. Seat 0 shoots first.
///
/// Source: Battleship, rules of Hasbro and Milton Bradley, 2002: "Prepare for battle" (ships lie across or down, may
/// touch but not overlap, and stay where they are), "How to play" (one shot a turn, hit or miss is announced), "Sinking
/// a ship" (its owner announces which one), "Winning the game". There the owner also says at every hit which ship was
/// hit; here only which one has sunk, as in the game on paper.
///
/// Placing is secret until the game is over, and then public, as is where the survivors lie. What is public before: who
/// has placed, every shot with its outcome, and where a sunk ship lay, for all its cells were hit.
struct SeaBattle: Game {
    typealias Options = NoOptions
    typealias Move = SeaBattleMove

    let name: GameName = "sea-battle"
    let seats = 2...2
    let latenesses: Set<Lateness> = [.forfeits, .passes]
    let agreements = Set(Agreement.allCases)
    /// Placing shows nothing to whoever places.
    let allowsOpeningMove = true
    var description: GameDescription {
        GameDescription(
            of: name,
            examples: [
                "place A1h5,C3v4,E5h3,G7v3,I9h2",
                "place E8h5,G10h4,H2v3,B9h3,J1v2",
                "place J4v5,A5v4,A2v3,D10h3,H6h2",
                "place B9h5,C8h4,I7v3,E2v3,B10h2",
                "place B4v5,A7v4,G7h3,D5h3,E6h2",
                "place D2h5,D8h4,G3v3,D1h3,G10h2",
            ])
    }

    func setUp(_ options: NoOptions, seats: Int) -> State { State() }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        if let refusal = refusal(of: move, by: seat, in: state) { throw refusal.rejection }
        switch move {
        case .place(let fleet): state.fleets[seat.rawValue] = fleet
        case .shoot(let cell):
            state.shots[seat.opponent.rawValue].append(cell)
            state.lastTarget = seat.opponent
            state.next = seat.opponent
        }
    }

    /// Both place at the same time.
    func isConcurrent(_ move: Move, in state: State) -> Bool {
        if case .place = move { true } else { false }
    }

    /// A shot shows whether it hit.
    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        if case .shoot = move { true } else { false }
    }

    /// The cells not shot at yet; nil while placing, for there are thousands of millions of ways.
    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        guard state.phase == .shoot else { return nil }
        return SeaCell.all(besides: state.shots[seat.opponent.rawValue]).map { .shoot($0) }
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        for seat in [0, 1] as [SeatIndex] where state.sea(of: seat).isLost { return .won(by: seat.opponent) }
        return table.contestOutcome
    }

    /// Passes a shot. Nobody can place another one's fleet, so that whoever is to place is still to do so.
    func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        if state.phase == .shoot { state.next = seat.opponent }
    }

    /// The game of two is over when one goes.
    func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom) {
        state.isLeft = true
    }

    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        switch move {
        case .place: reader.seats.contains(seat) || state.isOver ? move : nil
        case .shoot: move
        }
    }

    private func refusal(of move: Move, by seat: SeatIndex, in state: State) -> SeaBattleRefusal? {
        switch move {
        case .place where state.fleets[seat.rawValue] != nil: .alreadyPlaced
        case .place(let fleet): refusal(of: fleet)
        case .shoot where state.phase == .place: .notPlaced
        case .shoot(let cell) where !cell.isAtSea: .noSuchCell
        case .shoot(let cell): state.shots[seat.opponent.rawValue].contains(cell) ? .alreadyShot : nil
        }
    }

    private func refusal(of fleet: Fleet) -> SeaBattleRefusal? {
        guard fleet.ships.map(\.length).sorted(by: >) == Fleet.lengths else { return .wrongFleet }
        let cells = fleet.ships.flatMap(\.cells)
        guard cells.allSatisfy(\.isAtSea) else { return .offBoard }
        return Set(cells).count == cells.count ? nil : .overlap
    }
}

extension SeatIndex {
    /// The other seat, in a game of two.
    var opponent: SeatIndex { self == 0 ? 1 : 0 }
}

enum SeaBattleRefusal: String, MoveRefusal {
    case alreadyPlaced = "already_placed"
    case wrongFleet = "wrong_fleet"
    case offBoard = "off_board"
    case overlap = "ships_overlap"
    case notPlaced = "fleet_not_placed"
    case noSuchCell = "no_such_cell"
    case alreadyShot = "already_shot"
}
