public import RoundtableJSON

/// The rules of one game, as a value: `state + move by seat + randomness → state, or a reason why not`.
///
/// Rules are pure: no clock, no input or output, no globals, no randomness but what they are handed. Whoever referees
/// keeps the state, knows whose turn it is from ``toAct(in:at:)`` and asks for nothing illegal to be repaired. A
/// session keeps the ``version`` it began with, so a change that would reinterpret stored states needs a new version
/// beside the old one. A program that lacks a version which sessions still have does not start, and says how many they
/// are.
///
/// Rules run where everybody's requests do, so a service relies on none: an answer that takes more than a second does
/// not count, and the game is suspended for a minute. Positions and boards of more than 512 KiB of JSON, or that are
/// no JSON, moves and a message's texts of more than 128 KiB, more than 4,096 legal moves, and pictures of more than 1
/// MiB are refused as `internal`, and logged.
///
/// Games in which everybody sees everything conform to ``OpenInformationGame`` and have less to say.
public protocol Game: Sendable {
    /// Options that the creator may set, decoded from the request's `options`; unknown members are ignored. The decoded
    /// value, encoded again, is kept. Options are no secret: a message's page shows them to everybody.
    associatedtype Options: Codable & Sendable
    /// The whole position; stored as JSON, compared by replay.
    associatedtype State: Codable & Hashable & Sendable
    /// A move; for most games `RawRepresentable` by its notation, so that its JSON is a string.
    associatedtype Move: Codable & Hashable & Sendable
    /// One reader's view of the position, as the API's `board`.
    associatedtype Board: Encodable & Sendable

    /// The game's name in the API, such as `four-in-a-row`.
    var name: GameName { get }
    /// The version of these rules, from 1.
    var version: Int { get }
    /// The number of seats that a session may have.
    var seats: ClosedRange<Int> { get }
    /// When play begins.
    var beginning: Beginning { get }
    /// Whether the message that opens a session may already make a move.
    var allowsOpeningMove: Bool { get }
    /// The most bytes of a move as JSON.
    var largestMove: Int { get }
    /// Whether there is anything that not everybody sees: who gives up may then end a secret, and a seat's moves are
    /// counted for ``shown(_:by:ordinal:to:in:)``.
    var hasSecrets: Bool { get }
    /// Whether anything depends on chance: the seed is then promised by its hash when the game starts, and disclosed
    /// when it is over.
    var usesChance: Bool { get }
    /// The texts of this game in every language it speaks.
    var texts: TextCatalog { get }
    /// The game in words, for whoever has not played it yet; by default there is only its name.
    var description: GameDescription { get }
    /// A whole game with the usual options, for tools that show or measure one; empty where there is none for so many
    /// seats, which is the default. Each move is legal whatever chance decides.
    func examplePlay(seats: Int) -> [ExampleMove]

    /// The position before anything happened. Never random: an opening message may still be cancelled.
    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State

    /// Called once, when a game that begins ``Beginning/whenSeated`` starts: deals and rolls what there is to deal and
    /// roll. Whose turn it is then stands in the message that starts the game, and so is known before it is sent.
    func start(_ state: inout State, at table: GameTable, random: inout GameRandom)

    /// The seats that may act now, in order; open ones too, for a first move takes an open seat. Empty when the game is
    /// over.
    func toAct(in state: State, at table: GameTable) -> [SeatIndex]

    /// Reads a move in the game's notation; by default as it is decoded.
    ///
    /// - Throws: ``MoveRejection``, to say what is wrong; any other error means that this is no move of the game.
    func move(from notation: GameJSON) throws -> Move
    /// Writes a move in the game's notation, so that it is read as the same move; by default as it is encoded.
    func notation(of move: Move) throws -> GameJSON

    /// Makes a move. The referee has checked that `seat` is to act; everything else is the rules' to check.
    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection)

    /// Whether the move counts even if others moved since the mover last looked, as long as it is still legal then.
    func isConcurrent(_ move: Move, in state: State) -> Bool

    /// The same, with how many events the mover has not seen, at most. For games in which it depends on what happened
    /// meanwhile; by default it does not.
    func isConcurrent(_ move: Move, in state: State, missing events: Int) -> Bool

    /// Whether somebody may still come in although no seat is open; the session then has one seat more, up to as many
    /// as ``seats`` allows.
    func welcomesNewcomers(in state: State) -> Bool

    /// Whether making the move shows its author anything hidden or random; such a move is never a draft.
    func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool

    /// Every legal move of a seat that is to act; nil where there are too many to list.
    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]?

    /// The outcome; nil while the game goes on. Asked after every event, also after somebody joined or went.
    func outcome(of state: State, at table: GameTable) -> Outcome?

    /// Passes the turn of a seat that is to act without a move, because its player is gone or too late.
    func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable)

    /// Changes the position when a seat's player has gone for good, by resigning, leaving or being late: a hand
    /// goes back under the stock, a round that all others have chosen for is over. The table knows already.
    func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom)

    /// Changes the position when a seat is open again: its player gave it back without having made a move, and somebody
    /// else may take it. The table knows already. Takes away what only that player was to know; by default whoever
    /// takes the seat has all that was the seat's. Moves from before are shown to them as to a bystander.
    func reopen(_ seat: SeatIndex, in state: inout State, at table: GameTable)

    /// Whether the game waits for a seat that is to act; by default it does. False for one that may act and need not: its
    /// clock does not run, so it is never late.
    func isAwaited(_ seat: SeatIndex, in state: State) -> Bool

    /// The consequence for a seat that let its deadline pass, unless the creator chose one of ``latenesses``.
    func lateness(of seat: SeatIndex, in state: State) -> Lateness

    /// The consequences that the rules can carry out, one of which the creator may choose.
    var latenesses: Set<Lateness> { get }

    /// The move that is made for a seat that let its deadline pass, where the consequence is ``Lateness/plays``; nil if
    /// there is none, and the seat is then out. By default one of the legal moves, each as likely as any other.
    func moveWhenLate(of seat: SeatIndex, in state: State, at table: GameTable, random: inout GameRandom) -> Move?

    /// The agreements that players may offer each other.
    var agreements: Set<Agreement> { get }

    /// The position as one reader may see it; the bystander's is public.
    func board(of state: State, for reader: Reader) -> Board

    /// A move of the past as far as a reader may see it now; nil if not at all.
    ///
    /// - Parameter ordinal: which of the seat's moves it is, by how many the seat had made before: 0 for its first. A
    ///   move that was undone keeps its number, and the one made instead has the same, so that the moves of a seat
    ///   which count are numbered without gaps: whoever counts them in the state knows which of them this is.
    func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move?

    /// The picture of a board: of the public one for a message, of a reader's own for `GET …/board.svg`.
    func picture(of board: Board) -> Picture

    /// The same, once the session is over: also when somebody went and the board does not show it. By default the
    /// picture of the board.
    func picture(of board: Board, outcome: Outcome?) -> Picture

    /// The parts of a board's picture that can be clicked to make a move; by default none.
    func places(on board: Board) -> [MovePlace]

    /// The texts of the message of a move.
    func message(for turn: TurnStory<Self>) -> MessageTexts

    /// The texts of the message that opens a game without a move.
    func openingMessage(in state: State) -> MessageTexts

    /// The text that VoiceOver reads instead of a message's picture and captions, from nothing but the public board; by
    /// default the message's caption. Not kept with events, so that it may describe the whole board.
    func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText

    /// The same, once the session is over: also when somebody went and the position does not show it. By default the
    /// label of the position.
    func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText
}

/// A game's name in the API: lower-case words joined by hyphens.
public struct GameName: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String
    /// A name as given; nothing is checked, an unknown game is found out where it is looked up.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name as written.
    public init(stringLiteral value: String) { rawValue = value }
    /// The name.
    public var description: String { rawValue }
}

extension GameName: JSONConvertible {}
extension Agreement: JSONConvertible {}

/// When play begins.
public enum Beginning: Sendable {
    /// With the opening message; the first moves may be made while seats are open.
    case atOnce
    /// When all seats are taken, or when the creator says so with enough of them taken: the game deals first.
    case whenSeated
}

/// The consequences for a seat that let its deadline pass.
public enum Lateness: Sendable {
    /// It is out of the game, as if its player had resigned.
    case forfeits
    /// Its turn passes: ``Game/skip(_:in:at:)``.
    case passes
    /// A move is made for it: ``Game/moveWhenLate(of:in:at:random:)``.
    case plays
}

/// The things that players may agree on: one seat offers, and all others accept.
public enum Agreement: String, CaseIterable, Sendable {
    /// The game ends, and nobody has won.
    case draw
    /// The newest move of the seat that offers is taken back, with all that came after it. Never offered where
    /// something was revealed since.
    case undo
    /// Clocks stand still until somebody goes on.
    case pause
}

/// A move with what it did, for the game to tell.
public struct TurnStory<G: Game>: Sendable {
    /// The move.
    public let move: G.Move
    /// The position before it.
    public let before: G.State
    /// The position after it.
    public let after: G.State
    /// The seats after it.
    public let table: GameTable
    /// The mover's seat. Name the mover by ``TextArgument/mover``: a newcomer's seat is not theirs until the move
    /// counts.
    public let seat: SeatIndex
    /// The outcome that it led to; nil while the game goes on.
    public let outcome: Outcome?
}

extension Game {
    /// Rules start at version 1.
    public var version: Int { 1 }
    /// Play begins with the opening message.
    public var beginning: Beginning { .atOnce }
    /// Not where something may be dealt or hidden: its creator could cancel and try again.
    public var allowsOpeningMove: Bool { false }
    /// 2 KiB.
    public var largestMove: Int { 2048 }
    /// Where there is something to deal first, there is chance.
    public var usesChance: Bool { beginning == .whenSeated }
    /// There are secrets, lest any be told.
    public var hasSecrets: Bool { true }
    /// None.
    public func examplePlay(seats: Int) -> [ExampleMove] { [] }
    /// Nothing to deal.
    public func start(_ state: inout State, at table: GameTable, random: inout GameRandom) {}
    /// As it is decoded.
    public func move(from notation: GameJSON) throws -> Move { try notation.decode() }
    /// As it is encoded.
    public func notation(of move: Move) throws -> GameJSON { try GameJSON(encoding: move) }
    /// Moves take turns.
    public func isConcurrent(_ move: Move, in state: State) -> Bool { false }
    /// Whatever has happened.
    public func isConcurrent(_ move: Move, in state: State, missing events: Int) -> Bool {
        isConcurrent(move, in: state)
    }
    /// As many seats as there are.
    public func welcomesNewcomers(in state: State) -> Bool { false }
    /// No turn to pass: the game excludes seats that are gone by what it answers to ``toAct(in:at:)``.
    public func skip(_ seat: SeatIndex, in state: inout State, at table: GameTable) {}
    /// Nothing becomes of it: ``toAct(in:at:)`` leaves out who is gone.
    public func depart(_ seat: SeatIndex, in state: inout State, at table: GameTable, random: inout GameRandom) {}
    /// Whatever was the seat's stays the seat's.
    public func reopen(_ seat: SeatIndex, in state: inout State, at table: GameTable) {}
    /// Whoever is to act is waited for.
    public func isAwaited(_ seat: SeatIndex, in state: State) -> Bool { true }
    /// Too late is out.
    public func lateness(of seat: SeatIndex, in state: State) -> Lateness { .forfeits }
    /// Too late is out.
    public var latenesses: Set<Lateness> { [.forfeits] }
    /// One of the legal moves.
    public func moveWhenLate(
        of seat: SeatIndex, in state: State, at table: GameTable, random: inout GameRandom
    ) -> Move? {
        legalMoves(for: seat, in: state, at: table)?.randomElement(using: &random)
    }
    /// A pause.
    public var agreements: Set<Agreement> { [.pause] }
    /// Moves are chosen from a list.
    public func places(on board: Board) -> [MovePlace] { [] }
    /// The picture of the board, whatever became of the session.
    public func picture(of board: Board, outcome: Outcome?) -> Picture { picture(of: board) }
    /// The message's caption.
    public func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText { texts.caption }
    /// The label of the position, whatever became of the session.
    public func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText {
        accessibilityLabel(of: state, after: texts)
    }
}

extension Game where Move: RawRepresentable, Move.RawValue == String {
    /// By its raw value, as it is decoded.
    public func move(from notation: GameJSON) throws -> Move {
        if let move = notation.unescapedString.flatMap({ Move(rawValue: $0) }) { return move }
        return try notation.decode()
    }

    /// Its raw value, as it is encoded.
    public func notation(of move: Move) throws -> GameJSON { GameJSON(text: move.rawValue) }
}

/// A game without secrets and without chance: everybody sees the same board and every move.
public protocol OpenInformationGame: Game {
    /// The position as everybody sees it.
    func board(of state: State) -> Board
}

extension OpenInformationGame {
    /// There are none.
    public var hasSecrets: Bool { false }
    /// Where play begins at once, so may its first move.
    public var allowsOpeningMove: Bool { beginning == .atOnce }
    /// All of them: nothing was hidden that a move could have shown.
    public var agreements: Set<Agreement> { Set(Agreement.allCases) }
    /// The same for every reader.
    public func board(of state: State, for reader: Reader) -> Board { board(of: state) }
    /// Every move is public.
    public func shown(_ move: Move, by seat: SeatIndex, ordinal: Int, to reader: Reader, in state: State) -> Move? {
        move
    }
    /// There is nothing to reveal.
    public func reveals(_ move: Move, by seat: SeatIndex, in state: State, at table: GameTable) -> Bool { false }
}

/// The options of a game that has none.
public struct NoOptions: Codable, Hashable, Sendable {
    /// No options.
    public init() {}
}
