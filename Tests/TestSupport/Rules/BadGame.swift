import Foundation
package import GameRules

/// Keeps this thread busy for so much of its own CPU time.
package func work(milliseconds: Int) {
    var time = timespec()
    func used() -> Int {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
    let end = used() + milliseconds
    while used() < end {}
}

/// A game whose rules are at fault: each of its moves makes it answer in another way that a service must not suffer
/// from.
package struct BadGame: Game {
    package enum Move: String, Codable, Hashable, Sendable {
        case fine, loiter
        /// Stands still for longer than rules may work, as in a machine that is stopped.
        case wait
        case growState = "grow state"
        case growBoard = "grow board"
        case growPicture = "grow picture"
        case growMoves = "grow moves"
        case notANumber = "not a number"
        case growTexts = "grow texts"
        case growLabel = "grow label"
        case loiterWhenShown = "loiter when shown"
        case unkeepable
        case stall
        case insecure
    }

    package struct State: Codable, Hashable, Sendable {
        package var last: Move?
        package var ballast = ""
        package var number = 0.0
    }

    package struct Board: Encodable, Sendable {
        let number: Double
        let ballast: String
        let last: Move?
    }

    package let name: GameName
    package let seats = 1...2
    private let loitersAtSetUp: Bool

    /// Such a game; tests that run at the same time have one each.
    package init(name: GameName = "bad", loitersAtSetUp: Bool = false) {
        self.name = name
        self.loitersAtSetUp = loitersAtSetUp
    }

    private static let tooManyWords = String(repeating: "x", count: RulesLimits.textBytes)

    /// Works for longer than rules may, in CPU time.
    private static func loiter() { work(milliseconds: 1050) }

    package var texts: TextCatalog {
        TextCatalog(embedded: ["en": [UInt8](#"{"bad.opening": "{mover} begins", "bad.move": "{mover} moved"}"#.utf8)])
    }

    package func setUp(_ options: NoOptions, seats: Int) -> State {
        if loitersAtSetUp { Self.loiter() }
        return State()
    }

    package func toAct(in state: State, at table: GameTable) -> [SeatIndex] { table.taken }

    package func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        state.last = move
        if move == .loiter { Self.loiter() }
        if move == .wait { Thread.sleep(forTimeInterval: 1.2) }
        if move == .growState { state.ballast = String(repeating: "x", count: RulesLimits.positionBytes) }
        if move == .unkeepable { state.number = .nan }
    }

    package func isConcurrent(_ move: Move, in state: State) -> Bool { false }

    package func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool { false }

    package func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {
        while state.last == .stall { work(milliseconds: 10) }
    }

    package func lateness(of seat: SeatIndex, in state: State) -> Lateness { .passes }

    package func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        Array(repeating: .fine, count: state.last == .growMoves ? RulesLimits.legalMoves + 1 : 1)
    }

    package func outcome(of state: State, at table: GameTable) -> Outcome? { table.contestOutcome }

    package func board(of state: State, for reader: Reader) -> Board {
        Board(
            number: state.last == .notANumber ? .nan : 1,
            ballast: state.last == .growBoard ? String(repeating: "x", count: RulesLimits.boardBytes) : "",
            last: state.last)
    }

    package func shown(
        _ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State
    ) -> Move? {
        if move == .loiterWhenShown { Self.loiter() }
        return move
    }

    package func picture(of board: Board) -> Picture {
        let isLarge = board.last == .growPicture
        return Picture(background: "#FFFFFF", elements: Array(repeating: "<g/>", count: isLarge ? 300_000 : 1))
    }

    package func message(for turn: TurnStory<BadGame>) -> MessageTexts {
        var texts = MessageTexts(caption: GameText("bad.move", ["mover": .mover]))
        if turn.move == .growTexts { texts.subcaption = GameText("bad.words", ["words": .words(Self.tooManyWords)]) }
        if turn.move == .insecure { texts.mediaURL = "http://media.example/roar.m4a" }
        return texts
    }

    package func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText {
        state.last == .growLabel ? GameText("bad.words", ["words": .words(Self.tooManyWords)]) : texts.caption
    }

    package func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: GameText("bad.opening", ["mover": .mover]))
    }
}
