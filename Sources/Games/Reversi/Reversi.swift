import GameRules

/// Reversi as it is played today, under the rules of Othello: discs that enclose others in a line flip them.
///
/// Source: World Othello Federation, "Official Rules for the Game Othello", and for the score the rules of the World
/// Othello Championship. Seat 0 is black and begins from the standard position. A disc must flip at least one; it flips
/// all that it encloses. Whoever can't move passes, by a move of its own; whoever can must. It ends when neither can
/// move. Most discs win; empty squares then count for the winner, and half for each in a draw.
///
/// Where an operator skips a seat, the turn goes to the other one as if it had passed. Being late forfeits the game,
/// for to pass may be better than any move.
struct Reversi: OpenInformationGame {
    typealias Options = NoOptions
    typealias Move = ReversiMove

    let name: GameName = "reversi"
    let seats = 2...2
    let latenesses: Set<Lateness> = [.forfeits, .passes, .plays]

    var description: GameDescription { GameDescription(of: name, examples: ["d3"]) }

    func setUp(_ options: NoOptions, seats: Int) -> ReversiPosition { ReversiPosition() }

    func apply(
        _ move: ReversiMove, by seat: SeatIndex, to state: inout ReversiPosition, at table: GameTable,
        random: inout GameRandom
    ) throws(MoveRejection) {
        switch move {
        case .pass:
            guard state.discs.moves(of: seat).isEmpty else { throw ReversiRefusal.moveLeft.rejection }
        case .put(let cell):
            guard cell.column < ReversiSquares.side, cell.row < ReversiSquares.side else {
                throw ReversiRefusal.noSuchCell.rejection
            }
            guard !state.discs.contains(cell) else { throw ReversiRefusal.cellTaken.rejection }
            let flips = state.discs.flips(of: seat, at: cell)
            guard !flips.isEmpty else { throw ReversiRefusal.flipsNothing.rejection }
            state.discs.put(cell, of: seat, flipping: flips)
            (state.last, state.flipped) = (cell, flips.cells)
        }
        state.next = table.seat(after: seat) ?? seat
    }

    func legalMoves(for seat: SeatIndex, in state: ReversiPosition, at table: GameTable) -> [ReversiMove]? {
        let cells = state.discs.moves(of: seat).cells
        return cells.isEmpty ? [.pass] : cells.map { .put($0) }
    }

    func outcome(of state: ReversiPosition, at table: GameTable) -> Outcome? {
        state.isOver ? .byPoints(state.scores, among: [0, 1]) : table.contestOutcome
    }

    func skip(_ seat: SeatIndex, in state: inout ReversiPosition, at table: GameTable) {
        state.next = table.seat(after: seat) ?? seat
    }

    func board(of state: ReversiPosition) -> ReversiBoard { ReversiBoard(position: state) }
}

enum ReversiRefusal: String, MoveRefusal {
    case noSuchCell = "no_such_cell"
    case cellTaken = "cell_taken"
    case flipsNothing = "flips_nothing"
    case moveLeft = "move_left"
}
