import GameRules

/// Dots and boxes: in turn each draws a line between two neighbouring dots. Whoever draws the fourth line of a box owns
/// it and draws again. Once all lines are drawn, most boxes win.
///
/// Source: Elwyn Berlekamp, "The Dots and Boxes Game" (2000), chapter 1; its rules for two do as well for more. Of
/// several with the most boxes each wins, but if everybody has equally many, it is drawn. Whoever went does not win:
/// their lines and boxes stay, and those who stay compare theirs.
///
/// Where an operator skips a seat, the turn goes to the next one. Being late forfeits, for whoever could wait instead
/// of drawing would never have to give away a box.
struct DotsAndBoxes: OpenInformationGame {
    typealias Move = DotLine

    let name: GameName = "dots-and-boxes"
    let seats = 2...6
    let latenesses: Set<Lateness> = [.forfeits, .passes, .plays]

    /// The number of boxes that a board may have in each direction: as many as a small picture can show.
    static let sizes = 1...10

    var description: GameDescription {
        GameDescription(
            of: name, options: [.init("rows", .number, default: 3), .init("columns", .number, default: 3)],
            examples: ["h0,0"])
    }

    func setUp(_ options: DotsAndBoxesOptions, seats: Int) throws(OptionsRejection) -> DotsAndBoxesPosition {
        for (name, size) in [("rows", options.rows), ("columns", options.columns)] where !Self.sizes.contains(size) {
            throw OptionsRejection(
                "\(name) must be from \(Self.sizes.lowerBound) to \(Self.sizes.upperBound), counted in boxes.")
        }
        return DotsAndBoxesPosition(rows: options.rows, columns: options.columns, seats: seats)
    }

    func apply(
        _ move: DotLine, by seat: SeatIndex, to state: inout DotsAndBoxesPosition, at table: GameTable,
        random: inout GameRandom
    ) throws(MoveRejection) {
        guard state.lattice.contains(move) else { throw DotsAndBoxesRefusal.noSuchEdge.rejection }
        guard !state.isDrawn(move) else { throw DotsAndBoxesRefusal.edgeDrawn.rejection }
        state.drawn.append(.init(edge: move, seat: seat))
        state.next = state.completedCount == 0 ? table.seat(after: seat) ?? seat : seat
    }

    func legalMoves(for seat: SeatIndex, in state: DotsAndBoxesPosition, at table: GameTable) -> [DotLine]? {
        state.openLines
    }

    func outcome(of state: DotsAndBoxesPosition, at table: GameTable) -> Outcome? {
        state.isComplete ? .byPoints(state.scores, among: state.staying) : table.contestOutcome
    }

    func skip(_ seat: SeatIndex, in state: inout DotsAndBoxesPosition, at table: GameTable) {
        state.next = table.seat(after: seat) ?? seat
    }

    func depart(
        _ seat: SeatIndex, in state: inout DotsAndBoxesPosition, at table: GameTable, random: inout GameRandom
    ) {
        // Whoever goes when all is drawn has won or lost already.
        if !state.isComplete, !state.departed.contains(seat) { state.departed = (state.departed + [seat]).sorted() }
    }

    func board(of state: DotsAndBoxesPosition) -> DotsAndBoxesBoard { DotsAndBoxesBoard(position: state) }
}

/// The size of the board, in boxes.
struct DotsAndBoxesOptions: Codable, Sendable {
    let rows: Int
    let columns: Int

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: CodingKeys.self)
        rows = try options.decodeIfPresent(Int.self, forKey: .rows) ?? 3
        columns = try options.decodeIfPresent(Int.self, forKey: .columns) ?? 3
    }
}

enum DotsAndBoxesRefusal: String, MoveRefusal {
    case noSuchEdge = "no_such_edge"
    case edgeDrawn = "edge_drawn"
}
