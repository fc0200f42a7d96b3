/// A position of some game, its type erased: what a referee holds, asks and moves without knowing which game it is.
public protocol Position: Sendable {
    /// Reads a move that is given in the game's notation, once for all that is asked of it.
    func read(_ notation: GameJSON) throws(MoveRejection) -> GameMove
    /// The notation of a move as the game writes what it has read: what is kept.
    func notation(of move: GameMove) throws(RulesFailure) -> GameJSON
    /// Makes a move.
    mutating func apply(
        _ move: GameMove, by seat: SeatIndex, at table: GameTable, random: GameRandom
    ) throws(MoveRejection)
    /// See ``Game/start(_:at:random:)``.
    mutating func start(at table: GameTable, random: GameRandom)
    /// See ``Game/skip(_:in:at:)``; nothing for a seat that is not to act.
    mutating func skip(_ seat: SeatIndex, at table: GameTable)
    /// See ``Game/depart(_:in:at:random:)``.
    mutating func depart(_ seat: SeatIndex, at table: GameTable, random: GameRandom)
    /// See ``Game/reopen(_:in:at:)``.
    mutating func reopen(_ seat: SeatIndex, at table: GameTable)

    /// See ``Game/toAct(in:at:)``.
    func toAct(at table: GameTable) -> [SeatIndex]
    /// See ``Game/outcome(of:at:)``.
    func outcome(at table: GameTable) -> Outcome?
    /// The legal moves, none for a seat that is not to act; nil where there are too many to list.
    func legalMoves(for seat: SeatIndex, at table: GameTable) throws(RulesFailure) -> [GameJSON]?
    /// See ``Game/isConcurrent(_:in:missing:)``.
    func isConcurrent(_ move: GameMove, missing events: Int) -> Bool
    /// See ``Game/usesChance``.
    var usesChance: Bool { get }
    /// See ``Game/hasSecrets``.
    var hasSecrets: Bool { get }
    /// See ``Game/largestMove``.
    var largestMove: Int { get }
    /// See ``Game/welcomesNewcomers(in:)``; false once there are as many seats as the game allows.
    func welcomesNewcomers(at table: GameTable) -> Bool
    /// See ``Game/reveals(_:by:in:at:)``.
    func reveals(_ move: GameMove, by seat: SeatIndex, at table: GameTable) -> Bool
    /// See ``Game/isAwaited(_:in:)``.
    func isAwaited(_ seat: SeatIndex) -> Bool
    /// See ``Game/lateness(of:in:)``.
    func lateness(of seat: SeatIndex) -> Lateness
    /// See ``Game/moveWhenLate(of:in:at:random:)``.
    func moveWhenLate(of seat: SeatIndex, at table: GameTable, random: GameRandom) -> GameMove?
    /// See ``Game/agreements``.
    var agreements: Set<Agreement> { get }
    /// Whether the game deals before play begins, and so waits for its players.
    var waitsForPlayers: Bool { get }
    /// The fewest seats that the game can be played with.
    var fewestSeats: Int { get }

    /// The board as one reader may see it.
    func board(for reader: Reader) throws(RulesFailure) -> GameJSON
    /// See ``Game/shown(_:by:ordinal:to:in:)``; nil for what is no move.
    func shown(_ move: GameJSON, by seat: SeatIndex, ordinal: Int, to reader: Reader) throws(RulesFailure) -> GameJSON?
    /// The picture of the board as one reader may see it, in a session that has come to an outcome or goes on.
    func picture(for reader: Reader, outcome: Outcome?) throws(RulesFailure) -> Picture
    /// See ``Game/places(on:)``.
    func places(for reader: Reader) -> [MovePlace]
    /// The picture with its places, as SVG.
    func clickablePicture(for reader: Reader, outcome: Outcome?) throws(RulesFailure) -> String
    /// The texts of the message of a move that led from an earlier position of the same game to this one.
    func message(
        for move: GameMove, by seat: SeatIndex, from before: any Position, at table: GameTable
    ) throws(RulesFailure) -> MessageTexts
    /// See ``Game/openingMessage(in:)``.
    func openingMessage() throws(RulesFailure) -> MessageTexts
    /// See ``Game/accessibilityLabel(of:after:outcome:)``.
    func accessibilityLabel(after texts: MessageTexts, outcome: Outcome?) -> GameText

    /// The whole position, to be stored. Secret: never part of an answer.
    var snapshot: GameJSON { get throws(RulesFailure) }
    /// A stored position of the same game.
    func position(from snapshot: GameJSON) throws(RulesFailure) -> any Position
    /// Whether another position is the same in every respect.
    func equals(_ other: any Position) -> Bool
}

/// A move of some game, its type erased: only a position of that game can ask what it is.
public struct GameMove: Sendable {
    fileprivate let move: any Sendable
}

extension MessageTexts {
    /// The same with what VoiceOver says, told from the position that the message leads to, and the session's outcome
    /// then.
    public func labelled(at position: any Position, outcome: Outcome?) -> MessageTexts {
        var texts = self
        texts.accessibilityLabel = position.accessibilityLabel(after: self, outcome: outcome)
        return texts
    }
}

/// The one implementation of ``Position``: a game and its state.
struct TypedPosition<G: Game>: Position {
    let game: G
    var state: G.State

    func read(_ notation: GameJSON) throws(MoveRejection) -> GameMove { GameMove(move: try move(from: notation)) }

    func notation(of move: GameMove) throws(RulesFailure) -> GameJSON { try notation(of: typed(move)) }

    mutating func apply(
        _ move: GameMove, by seat: SeatIndex, at table: GameTable, random: GameRandom
    ) throws(MoveRejection) {
        var random = random
        try game.apply(typed(move), by: seat, to: &state, at: table, random: &random)
    }

    mutating func start(at table: GameTable, random: GameRandom) {
        var random = random
        game.start(&state, at: table, random: &random)
    }

    mutating func skip(_ seat: SeatIndex, at table: GameTable) {
        if toAct(at: table).contains(seat) { game.skip(seat, in: &state, at: table) }
    }

    mutating func depart(_ seat: SeatIndex, at table: GameTable, random: GameRandom) {
        var random = random
        game.depart(seat, in: &state, at: table, random: &random)
    }

    mutating func reopen(_ seat: SeatIndex, at table: GameTable) { game.reopen(seat, in: &state, at: table) }

    func toAct(at table: GameTable) -> [SeatIndex] { game.toAct(in: state, at: table) }

    func outcome(at table: GameTable) -> Outcome? { game.outcome(of: state, at: table) }

    func legalMoves(for seat: SeatIndex, at table: GameTable) throws(RulesFailure) -> [GameJSON]? {
        guard toAct(at: table).contains(seat) else { return [] }
        guard let moves = game.legalMoves(for: seat, in: state, at: table) else { return nil }
        guard moves.count <= RulesLimits.legalMoves else { throw failure("\(moves.count) legal moves are too many") }
        // By number: to iterate over an array of a type that is known at run time only takes twice as long.
        return try moves.indices.map { index throws(RulesFailure) in try notation(of: moves[index]) }
    }

    func isConcurrent(_ move: GameMove, missing events: Int) -> Bool {
        game.isConcurrent(typed(move), in: state, missing: events)
    }

    var usesChance: Bool { game.usesChance }

    var hasSecrets: Bool { game.hasSecrets }

    var largestMove: Int { game.largestMove }

    func welcomesNewcomers(at table: GameTable) -> Bool {
        table.seats.count < game.seats.upperBound && game.welcomesNewcomers(in: state)
    }

    func reveals(_ move: GameMove, by seat: SeatIndex, at table: GameTable) -> Bool {
        game.reveals(typed(move), by: seat, in: state, at: table)
    }

    func isAwaited(_ seat: SeatIndex) -> Bool { game.isAwaited(seat, in: state) }

    func lateness(of seat: SeatIndex) -> Lateness { game.lateness(of: seat, in: state) }

    func moveWhenLate(of seat: SeatIndex, at table: GameTable, random: GameRandom) -> GameMove? {
        var random = random
        return game.moveWhenLate(of: seat, in: state, at: table, random: &random).map { GameMove(move: $0) }
    }

    var agreements: Set<Agreement> { game.agreements }

    var waitsForPlayers: Bool { game.beginning == .whenSeated }

    var fewestSeats: Int { game.seats.lowerBound }

    func board(for reader: Reader) throws(RulesFailure) -> GameJSON {
        try json(game.board(of: state, for: reader), as: "board", of: RulesLimits.boardBytes)
    }

    func shown(
        _ move: GameJSON, by seat: SeatIndex, ordinal: Int, to reader: Reader
    ) throws(RulesFailure) -> GameJSON? {
        guard let move = try? self.move(from: move),
            let shown = game.shown(move, by: seat, ordinal: ordinal, to: reader, in: state)
        else { return nil }
        return try notation(of: shown)
    }

    func places(for reader: Reader) -> [MovePlace] { game.places(on: game.board(of: state, for: reader)) }

    func picture(for reader: Reader, outcome: Outcome?) throws(RulesFailure) -> Picture {
        let picture = game.picture(of: game.board(of: state, for: reader), outcome: outcome)
        try check(picture.svg.utf8.count, atMost: RulesLimits.pictureBytes, of: "picture")
        return picture
    }

    func clickablePicture(for reader: Reader, outcome: Outcome?) throws(RulesFailure) -> String {
        let board = game.board(of: state, for: reader)
        let svg = game.picture(of: board, outcome: outcome).with(game.places(on: board))
        try check(svg.utf8.count, atMost: RulesLimits.pictureBytes, of: "picture")
        return svg
    }

    func message(
        for move: GameMove, by seat: SeatIndex, from before: any Position, at table: GameTable
    ) throws(RulesFailure) -> MessageTexts {
        guard let before = before as? Self else {
            preconditionFailure("A message is made of a move that was just applied to the position before")
        }
        let outcome = game.outcome(of: state, at: table)
        return try checked(
            game.message(
                for: TurnStory(
                    move: typed(move), before: before.state, after: state, table: table, seat: seat, outcome: outcome)))
    }

    func openingMessage() throws(RulesFailure) -> MessageTexts { try checked(game.openingMessage(in: state)) }

    func accessibilityLabel(after texts: MessageTexts, outcome: Outcome?) -> GameText {
        texts.accessibilityLabel ?? game.accessibilityLabel(of: state, after: texts, outcome: outcome)
    }

    private func checked(_ texts: MessageTexts) throws(RulesFailure) -> MessageTexts {
        guard texts.mediaURL.map(MessageTexts.isMediaAddress) ?? true else {
            throw failure("a message's media have no https address")
        }
        try texts.checkSize(of: game.name)
        return texts
    }

    var snapshot: GameJSON {
        get throws(RulesFailure) { try json(state, as: "position", of: RulesLimits.positionBytes) }
    }

    func position(from snapshot: GameJSON) throws(RulesFailure) -> any Position {
        do {
            return try TypedPosition(game: game, state: snapshot.decode())
        } catch {
            throw failure("a stored position can't be read: \(error)")
        }
    }

    func equals(_ other: any Position) -> Bool { (other as? Self)?.state == state }

    private func typed(_ move: GameMove) -> G.Move {
        guard let typed = move.move as? G.Move else { preconditionFailure("A move of another game") }
        return typed
    }

    private func move(from notation: GameJSON) throws(MoveRejection) -> G.Move {
        do {
            return try game.move(from: notation)
        } catch let rejection as MoveRejection {
            throw rejection
        } catch {
            throw .unreadable(expected: "a move in the notation of \(game.name)")
        }
    }

    private func notation(of move: G.Move) throws(RulesFailure) -> GameJSON {
        let notation: GameJSON
        do {
            notation = try game.notation(of: move)
        } catch {
            throw failure("a move has no notation: \(error)")
        }
        try check(notation.data.count, atMost: RulesLimits.moveBytes, of: "move")
        return notation
    }

    private func json(_ value: some Encodable, as name: String, of largest: Int) throws(RulesFailure) -> GameJSON {
        let json: GameJSON
        do {
            json = try GameJSON(encoding: value)
        } catch {
            throw failure("a \(name) has no JSON: \(error)")
        }
        try check(json.data.count, atMost: largest, of: name)
        return json
    }

    private func check(_ bytes: Int, atMost largest: Int, of answer: String) throws(RulesFailure) {
        guard bytes <= largest else { throw failure("a \(answer) of \(bytes) bytes is too large") }
    }

    private func failure(_ problem: String) -> RulesFailure { RulesFailure(of: game.name, problem) }
}
