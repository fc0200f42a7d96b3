// NB: imported as another package would import it, to prove that what is public suffices for a game.
import GameRules

/// A game of somebody else, with a secret and with chance: call the coin that was tossed when play began.
struct CoinToss: Game {
    enum Side: String, Codable, Hashable, Sendable { case heads, tails }

    struct Options: Codable, Sendable { var name: String? }

    struct State: Codable, Hashable, Sendable {
        var coin: Side?
        var calls: [Side?]
    }

    struct Board: Encodable, Sendable { let yours: [Side] }

    let name: GameName = "coin-toss"
    var version = 1
    let seats = 2...4
    let beginning = Beginning.whenSeated
    let texts = TextCatalog.empty

    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        guard options.name != "" else { throw OptionsRejection("A coin has a name or none.") }
        return State(coin: nil, calls: Array(repeating: nil, count: seats))
    }

    func start(_ state: inout State, at table: GameTable, random: inout GameRandom) {
        state.coin = Bool.random(using: &random) ? .heads : .tails
    }

    func toAct(in state: State, at table: GameTable) -> [SeatIndex] {
        state.coin == nil ? [] : table.taken.filter { state.calls[$0.rawValue] == nil }
    }

    func apply(
        _ move: Side, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        guard state.calls[seat.rawValue] == nil else {
            throw .illegal(reason: "called_already", detail: "You have called.")
        }
        state.calls[seat.rawValue] = move
    }

    func isConcurrent(_ move: Side, in state: State) -> Bool { true }

    func reveals(_ move: Side, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool {
        toAct(in: state, at: table) == [seat]
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Side]? { nil }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        guard state.coin != nil, toAct(in: state, at: table).isEmpty else { return table.contestOutcome }
        return Outcome(kind: .won, winners: table.all.filter { state.calls[$0.rawValue] == state.coin })
    }

    func board(of state: State, for reader: Reader) -> Board {
        Board(yours: reader.seats.sorted().compactMap { state.calls[$0.rawValue] })
    }

    func shown(_ move: Side, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Side? {
        reader.seats.contains(seat) ? move : nil
    }

    func picture(of board: Board) -> Picture { Picture(background: "#FFD700", elements: []) }

    func message(for turn: TurnStory<CoinToss>) -> MessageTexts {
        MessageTexts(caption: GameText("coin-toss.called", ["mover": .mover]))
    }

    func openingMessage(in state: State) -> MessageTexts { MessageTexts(caption: GameText("coin-toss.opening")) }
}
