import GameRules

/// The game for apps with rules of their own: they keep the state, and Roundtable keeps the rest of its promises.
///
/// The app's state is opaque, and so is what it gives to single seats. Whose turn it is, who sees what, who was first,
/// and what a die shows is decided here, as in any other game.
struct OpenGame: Game {
    let name: GameName = "open"
    let seats = 1...32
    let latenesses: Set<Lateness> = [.forfeits, .passes]
    let agreements: Set<Agreement> = [.draw, .pause]
    let allowsOpeningMove = true
    /// Its dice.
    let usesChance = true
    /// A state of ``OpenState/largest`` bytes and its texts.
    let largestMove = 80 * 1024

    var description: GameDescription {
        GameDescription(
            of: name,
            options: [.init("order", .text, default: "rotation"), .init("colours", .list, default: .emptyArray)],
            examples: [
                ["patch": ["turns": 1]], ["patch": ["turns": 2]], ["patch": ["board": ["a1": "x"]]],
                ["patch": ["hand": 3], "private": ["0": "for one"]], ["patch": ["turns": nil]], ["roll": [6, 6]],
                ["patch": ["score": [1, 2]]], ["outcome": ["winners": [0]]],
            ], mayGrow: true)
    }

    func setUp(_ options: OpenOptions, seats: Int) throws(OptionsRejection) -> OpenState {
        if let problem = options.problem { throw OptionsRejection(problem) }
        return OpenState(order: options.order ?? .rotation, colours: options.colours ?? [])
    }

    func toAct(in state: OpenState, at table: GameTable) -> [SeatIndex] {
        outcome(of: state, at: table) == nil ? state.turn.toAct(at: table) : []
    }

    func apply(
        _ move: OpenMove, by seat: SeatIndex, to state: inout OpenState, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        try move.check(in: state, at: table)
        state.note(seat, touching: move.members)
        if let roll = move.roll {
            state.roll(roll.map { random.die(sides: $0) }, by: seat)
        } else {
            state.change(by: move)
            try state.checkSize()
            state.goOn(after: seat, naming: move.next, at: table)
        }
    }

    /// A roll leaves it to the same seat to say what comes of it.
    func reveals(_ move: OpenMove, by seat: SeatIndex, in state: OpenState, at table: GameTable) -> Bool {
        move.roll != nil
    }

    /// Where anybody may move, a patch counts if nobody has touched the same members since.
    func isConcurrent(_ move: OpenMove, in state: OpenState, missing events: Int) -> Bool {
        state.order == .anyone && move.isPatch && state.hasLeftAlone(move.members, during: events)
    }

    func welcomesNewcomers(in state: OpenState) -> Bool { state.order == .anyone && state.outcome == nil }

    /// Only the app knows.
    func legalMoves(for seat: SeatIndex, in state: OpenState, at table: GameTable) -> [OpenMove]? { nil }

    func outcome(of state: OpenState, at table: GameTable) -> Outcome? {
        state.outcome ?? (table.inPlay.isEmpty ? .abandoned : nil)
    }

    func skip(_ seat: SeatIndex, in state: inout OpenState, at table: GameTable) {
        state.goOn(after: seat, naming: nil, at: table)
    }

    func depart(_ seat: SeatIndex, in state: inout OpenState, at table: GameTable, random: inout GameRandom) {
        state.takeUpDice(of: seat)
    }

    /// What the seat was given was for its player; the others may give it to whoever takes the seat.
    func reopen(_ seat: SeatIndex, in state: inout OpenState, at table: GameTable) { state.secrets[seat] = nil }

    func lateness(of seat: SeatIndex, in state: OpenState) -> Lateness { .passes }

    func board(of state: OpenState, for reader: Reader) -> OpenBoard { OpenBoard(state, for: reader) }

    /// Shows the secrets that a move gave to single seats to those alone.
    func shown(
        _ move: OpenMove, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: OpenState
    ) -> OpenMove? {
        var shown = move
        shown.secrets = move.secrets.filter { reader.seats.contains($0.key) }
        return shown
    }
}

/// The options of an open game.
struct OpenOptions: Codable, Sendable {
    enum Order: String, Codable, Sendable {
        /// One seat after the other.
        case rotation
        /// Every seat at any time.
        case anyone
        /// The seats that the mover names; the next one, if they name none.
        case named
    }

    /// Who may move; one after the other if nothing is said.
    var order: Order?
    /// The colours of the picture that a page shows, `#RRGGBB`, at most eight.
    var colours: [String]?

    /// A sentence about what is wrong with them; nil if nothing is.
    var problem: String? {
        let colours = colours ?? []
        if colours.count > 8 { return "An open game has at most 8 colours." }
        guard let wrong = colours.first(where: { !Self.isColour($0) }) else { return nil }
        return "A colour is written #RRGGBB: \(wrong.prefix(20)) is none."
    }

    private static func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}

/// Why a move is refused that would leave too much behind. What else may be wrong with one is a mistake of the app.
enum OpenRefusal: String, MoveRefusal {
    case stateTooLarge = "state_too_large"
    case privateTooLarge = "private_too_large"
    case textTooLong = "text_too_long"
    case textsTooLarge = "texts_too_large"
}
