import GameRules

/// A game of two who take turns to put their marks on a grid until somebody has a line; seat 0 begins.
protocol LineGame: OpenInformationGame
where Options == NoOptions, State == LinePosition, Board == LineBoard {
    /// The number of marks in line that win.
    var lineLength: Int { get }
    /// The cell where a move puts its mark.
    func target(of move: Move, in grid: Grid) throws(MoveRejection) -> Cell
    /// Every move that the notation has, legal or not.
    var notation: [Move] { get }
}

/// The marks on the grid; whose turn it is follows from their number.
struct LinePosition: Hashable, Codable, GameJSONWritable, JSONObjectWritable, OrderedState, Sendable {
    var rows: Grid
    /// Where the latest mark was put; nil before the first.
    var last: Cell?

    var next: SeatIndex { SeatIndex(rows.markCount % 2) }

    var order: TurnOrder { .rotation(next: next) }

    func writeMembers(to json: inout JSONWriter) {
        json.member("last", ifPresent: last)
        json.member("rows", rows)
    }
}

/// The position as everybody sees it.
struct LineBoard: GameJSONWritable, JSONObjectWritable, Sendable {
    let rows: Grid
    /// The latest mark and the winning cells are for the picture only; the API's board is the rows.
    let last: Cell?
    let lineLength: Int

    var winning: Set<Cell> { Set(rows.lines(of: lineLength).joined()) }

    func writeMembers(to json: inout JSONWriter) { json.member("rows", rows) }
}

extension LineGame {
    var seats: ClosedRange<Int> { 2...2 }
    var latenesses: Set<Lateness> { [.forfeits, .plays] }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        let cell = try target(of: move, in: state.rows)
        state.rows[cell] = Grid.Mark(of: seat)
        state.last = cell
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        notation.filter { (try? target(of: $0, in: state.rows)) != nil }
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        // NB: a line ends the game, so there is none but through the latest mark.
        if let last = state.last, state.rows.contains(last), let winner = state.rows[last].seat,
            state.rows.hasLine(of: lineLength, through: last)
        {
            return .won(by: winner)
        }
        return state.rows.isFull ? .drawn : table.contestOutcome
    }

    func board(of state: State) -> Board {
        LineBoard(rows: state.rows, last: state.last, lineLength: lineLength)
    }
}
