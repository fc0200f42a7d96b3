import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

/// A game played from a script: `try Play("tic-tac-toe").moves("b2 a1")`. Seats move in the order that the game asks
/// for.
struct Play {
    let game: any Game
    var position: any Position
    var table: GameTable
    private(set) var history: [(move: String, seat: SeatIndex)] = []

    private let seed: UInt64
    /// How many events there were: each has a randomness of its own.
    private var revision: UInt64 = 0

    /// - Parameter options: the game's, as JSON.
    init(_ name: GameName, seats: Int = 2, taken: Int? = nil, options: String = "{}", seed: UInt64 = 1) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        try self.init(of: game, seats: seats, taken: taken, options: options, seed: seed)
    }

    /// A game of any rules.
    init(of game: any Game, seats: Int = 2, taken: Int? = nil, options: String = "{}", seed: UInt64 = 1) throws {
        self.game = game
        position = try game.position(options: .init(Data(options.utf8)), seats: seats)
        table = GameTable(seats: (0..<seats).map { $0 < taken ?? seats ? .taken : .open })
        self.seed = seed
        if position.waitsForPlayers {
            for seat in table.open { table[seat] = .closed }
            position.start(at: table, random: nextRandom())
        }
    }

    /// Makes moves in the game's notation, separated by spaces, each by whoever is first to act.
    func moves(_ script: String) throws -> Play { try moves(script.words) }

    /// Makes moves that may have spaces in them, each by whoever is first to act.
    func moves(_ moves: some Sequence<String>) throws -> Play {
        var play = self
        for move in moves { play = try play.moving(move) }
        return play
    }

    /// Makes one move, in whose notation there may be spaces, by whoever is first to act.
    func moving(_ move: String) throws -> Play {
        var play = self
        try play.move(move, by: try #require(play.toAct.first, "Nobody can make \(move)"))
        return play
    }

    mutating func move(_ move: String, by seat: SeatIndex) throws {
        try self.move(Self.json(of: move), by: seat)
        history[history.count - 1].move = move
    }

    /// Makes a move that was sent as any JSON.
    mutating func move(_ move: GameJSON, by seat: SeatIndex) throws {
        try position.apply(move, by: seat, at: table, random: nextRandom())
        history.append((move.description, seat))
    }

    /// A move as JSON: one that is written as an object, or as a string in quotation marks, is that already.
    static func json(of move: String) -> GameJSON {
        move.hasPrefix("{") || move.hasPrefix("\"") ? GameJSON(Data(move.utf8)) : GameJSON(text: move)
    }

    /// A player goes for good.
    mutating func leave(_ seat: SeatIndex) {
        table[seat] = .gone
        position.depart(seat, at: table, random: nextRandom())
    }

    /// A seat's turn passes without a move.
    mutating func skip(_ seat: SeatIndex) { position.skip(seat, at: table) }

    private mutating func nextRandom() -> GameRandom {
        revision += 1
        return GameRandom(SeededRandom(seed: seed &* 1_000_003 &+ revision))
    }

    var toAct: [SeatIndex] { position.toAct(at: table) }

    var outcome: Outcome? { position.outcome(at: table) }

    /// The board as JSON, as everybody sees it.
    var board: String { board(for: .bystander) }

    /// The board as JSON, as one reader sees it.
    func board(for reader: Reader) -> String { (try? position.board(for: reader))?.description ?? "no board" }

    /// The rows of the board, drawn on lines of their own.
    var drawing: String {
        get throws { try position.board(for: .bystander).decode(as: Rows.self).rows.joined(separator: "\n") }
    }

    func legalMoves(for seat: SeatIndex) throws -> [String] {
        try #require(try position.legalMoves(for: seat, at: table)).map { try $0.decode() }
    }

    /// Some move that counts, also where there are too many to list.
    func someMove(for seat: SeatIndex, using generator: inout some RandomNumberGenerator) throws -> String {
        guard let moves = try position.legalMoves(for: seat, at: table) else {
            guard game.name == "open" else { return "place " + Fleet.random(using: &generator).rawValue }
            return history.count > 40 ? #"{"outcome": {"winners": []}}"# : #"{"patch": {"move": \#(history.count)}}"#
        }
        return try #require(moves.randomElement(using: &generator)).decode()
    }

    /// A move of the past as a reader may see it now.
    ///
    /// - Parameter index: which one, among all moves so far.
    func shown(_ index: Int, to reader: Reader) throws -> String? { try shownJSON(index, to: reader)?.decode() }

    /// The same as JSON, for games whose moves are no strings.
    func shownJSON(_ index: Int, to reader: Reader) throws -> GameJSON? {
        let (move, seat) = history[index]
        let ordinal = history[..<index].count { $0.seat == seat }
        return try position.shown(Self.json(of: move), by: seat, ordinal: ordinal, to: reader)
    }

    /// How many moves a seat has made.
    func moveCount(of seat: SeatIndex) -> Int { history.count { $0.seat == seat } }

    /// Why a move is refused; nil if it isn't.
    func reason(against move: String, by seat: SeatIndex) throws -> String? {
        var play = self
        do {
            try play.move(move, by: seat)
            return nil
        } catch let rejection as MoveRejection {
            return switch rejection {
            case .illegal(let reason, _), .malformed(let reason, _): reason
            case .unreadable: "unreadable"
            }
        }
    }

    /// What the message of a further move says.
    func message(for move: String, by seat: SeatIndex) throws -> MessageTexts {
        var play = self
        try play.move(move, by: seat)
        return try play.labelled(
            play.position.message(for: Self.json(of: move), by: seat, from: position, at: table))
    }

    /// What the message of a script's last move says.
    func lastMessage(of script: String) throws -> MessageTexts {
        let moves = script.words
        let play = try self.moves(moves.dropLast())
        return try play.message(for: moves[moves.count - 1], by: try #require(play.toAct.first))
    }

    /// A message's texts with what VoiceOver says of the game as it stands.
    func labelled(_ texts: MessageTexts) -> MessageTexts { texts.labelled(at: position, outcome: outcome) }

    /// What VoiceOver says of the game as it stands, after some caption.
    func label(after caption: GameText = GameText("open.opening", ["mover": .mover])) -> GameText {
        position.accessibilityLabel(after: MessageTexts(caption: caption), outcome: outcome)
    }

    /// The picture of the game as it stands.
    func picture() throws -> Picture { try position.picture(for: .bystander, outcome: outcome) }

    /// The messages of a game played by moves chosen at random, the opening one first, to its end or so far.
    func messages(seed: UInt64, atMost count: Int = 100) throws -> [MessageTexts] {
        var generator = SeededRandom(seed: seed)
        var play = self
        var messages = [play.labelled(try play.position.openingMessage())]
        while messages.count < count, let seat = play.toAct.first,
            let move = try play.legalMoves(for: seat).randomElement(using: &generator)
        {
            messages.append(try play.message(for: move, by: seat))
            try play.move(move, by: seat)
        }
        return messages
    }

    private struct Rows: Decodable { let rows: [String] }
}

extension String {
    /// What stands between spaces.
    var words: [String] { split(separator: " ").map(String.init) }
}

/// Every game that comes with Roundtable, with some numbers of seats to try it with.
let gamesAndSeats: [(name: GameName, seats: Int)] = GameLibrary.standard.names.flatMap { name in
    let seats = GameLibrary.standard.newest(name)?.seats ?? 1...1
    return Set([seats.lowerBound, min(3, seats.upperBound), seats.upperBound]).sorted().map { (name, $0) }
}
