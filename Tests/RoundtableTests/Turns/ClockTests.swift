import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("The clock")
struct ClockTests {
    /// A game in which a late turn passes, with a minute for a turn, some of whose turns have passed.
    private func aGame(seats: Int = 3, taken: Int? = nil, timeouts: Int) throws -> Session {
        var session = try aSession("open", seats: seats, taken: taken, timeout: 60)
        for _ in 0..<timeouts { session = try timedOut(session) }
        return session
    }

    private func timedOut(_ session: Session) throws -> Session {
        try imposed(.timeOut, on: session, at: try #require(session.deadline))
    }

    private func imposed(_ intent: Proposal.Intent, on session: Session, at now: Date) throws -> Session {
        let seat = try #require(session.toAct.first)
        let proposal = Proposal(intent, by: session.seating[seat].player, seat: seat, basedOn: session.revision)
        return try session.deciding(proposal, at: now).session
    }

    @Test(
        "stands still after a timeout of each player, and two at least, and starts with the next move",
        arguments: [(1, 2), (2, 2), (3, 3), (5, 5)])
    func mostTimeouts(seats: Int, most: Int) throws {
        let running = try aGame(seats: seats, timeouts: most - 1)
        #expect(!running.isClockPaused && running.deadline == .testing.adding(seconds: 60 * most))
        let paused = try timedOut(running)
        #expect(paused.isClockPaused && paused.deadline == nil && paused.toAct == [SeatIndex(most % seats)])
        let mover = most % seats
        let moved = try paused.after(.move(["patch": ["a": 1]]), by: mover, at: .testing.adding(seconds: 5000))
        #expect(!moved.isClockPaused && moved.deadline == .testing.adding(seconds: 5060))
        let again = try (0..<most).reduce(moved) { session, _ in try timedOut(session) }
        #expect(again.isClockPaused && again.deadline == nil)
    }

    @Test("does not run for a creator who is alone, nor while a game has fewer players than it needs")
    func missing() throws {
        for game in ["chess", "tic-tac-toe", "open", "dots-and-boxes"] as [GameName] {
            let alone = try aSession(game, seats: 2, taken: 1, timeout: 60)
            #expect(alone.deadline == nil && !alone.isClockPaused, "\(game)")
            #expect(try alone.after(.join, by: 1).deadline != nil, "\(game)")
        }
        #expect(try aSession("open", seats: 3, taken: 2, timeout: 60).deadline != nil)
    }

    @Test("goes on if somebody acts between two timeouts, not if an operator passes a turn")
    func between() throws {
        let moved = try aGame(seats: 2, timeouts: 1).after(.move(["patch": ["a": 1]]), by: 1)
        #expect(try timedOut(moved).deadline != nil)
        let skipped = try imposed(.skip, on: try aGame(seats: 2, timeouts: 1), at: .testing)
        #expect(skipped.deadline != nil && !skipped.isClockPaused)
        let running = try timedOut(skipped)
        #expect(running.deadline != nil && running.toAct == [1])
        let paused = try timedOut(running)
        #expect(paused.isClockPaused && paused.deadline == nil)
        let passed = try imposed(.skip, on: paused, at: .testing)
        #expect(passed.isClockPaused && passed.deadline == nil)
    }

    @Test(
        "starts again with whatever a player does",
        arguments: [(.join, 7), (.leave, 0), (.resign, 1), (.reclaim, 7), (.resume, 0)] as [(Proposal.Intent, Int)])
    func acts(intent: Proposal.Intent, player: Int) throws {
        var paused = try aGame(seats: 4, taken: 3, timeouts: 2)
        paused.seating.unattended = Seating.Unattended(timeouts: 3, late: [0, 1, 2])
        paused.deadline = nil
        paused.seating[2].clock = nil
        #expect(paused.isClockPaused && paused.toAct == [2])
        let now = Date.testing.adding(seconds: 900)
        let seat: SeatIndex? = intent == .reclaim ? 1 : nil
        let acted = try paused.deciding(intent, by: player, seat: seat, at: now).session
        #expect(acted.deadline == now.adding(seconds: 60) && !acted.isClockPaused)
    }

    @Test("counts a turn of several moves once, and stands still for nobody who was never late", arguments: 2...4)
    func severalMoves(seats: Int) throws {
        for game in ["yacht", "dots-and-boxes"] as [GameName] {
            var session = try aSession(
                game, seats: seats, clock: ClockSettings(turnSeconds: 60, atEnd: .play), seed: UInt8(seats))
            for absent in 0..<seats {
                #expect(session.toAct == [SeatIndex(absent)] && !session.isClockPaused && session.deadline != nil)
                let before = session.revision
                while session.toAct == [SeatIndex(absent)], !session.isClockPaused { session = try timedOut(session) }
                #expect(session.isClockPaused == (absent == seats - 1))
                if game == "yacht", absent < seats - 1 { #expect(session.revision >= before + 2) }
            }
        }
    }

    @Test("stands still after four timeouts of each player, where the rules give nobody else a turn")
    func sameSeat() throws {
        var session = try aStubbornGame(clock: ClockSettings(turnSeconds: 60, atEnd: .skip))
        var timeouts = 0
        while !session.isClockPaused, timeouts < 100 {
            session = try timedOut(session)
            timeouts += 1
        }
        #expect(timeouts == 8 && session.deadline == nil && session.seating.table.taken == [0, 1])
    }

    @Test("is not said to stand still where there is none, before a game starts and after it ended")
    func elsewhere() throws {
        #expect(try !aSession("open").isClockPaused)
        var session = try aSession("tic-tac-toe", timeout: 60)
        session = try timedOut(session)
        #expect(session.isOver && !session.isClockPaused && session.seating.unattended == nil)
    }

    /// A game of two in which it is always the first seat's turn.
    private func aStubbornGame(clock: ClockSettings? = nil) throws -> Session {
        let founding = Founding(
            game: "stubborn", rules: 1, options: .emptyObject, seats: 2, clock: clock, creator: .numbered(0))
        let identity = Session.Identity(
            id: SessionID(.numbered(1)), founding: founding, seed: .numbered(1), createdAt: .testing,
            watch: RulesWatch())
        let session = Session(
            identity, seats: 2,
            position: try GameLibrary([StubbornGame()]).position(
                for: founding, of: identity.id, watch: identity.watch))
        return try session.deciding(
            Proposal(.open(founding, move: nil), by: .numbered(0), seat: 0, basedOn: 0), at: .testing
        ).session.after(.join, by: 1)
    }

    @Test("does not skip seats that are gone for ever, whatever the rules say")
    func goneForEver() throws {
        var session = try aStubbornGame().after(.leave, by: 0)
        var skips = 0
        while session.deadline != nil, skips < 100 {
            session = try imposed(.skip, on: session, at: .testing)
            skips += 1
        }
        #expect(skips == 18)
        #expect(session.toAct == [0] && session.phase == .active)
    }
}

/// A game in which it is always the first seat's turn, whether somebody has it or not.
private struct StubbornGame: OpenInformationGame {
    struct State: Codable, Hashable, Sendable {}
    struct Board: Encodable, Sendable {}
    enum Move: String, Codable, Hashable, Sendable { case pass }

    let name: GameName = "stubborn"
    let seats = 2...2
    var texts: TextCatalog { .empty }

    func setUp(_ options: NoOptions, seats: Int) -> State { State() }
    func toAct(in state: State, at table: GameTable) -> [SeatIndex] { [0] }
    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {}
    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? { [.pass] }
    func outcome(of state: State, at table: GameTable) -> Outcome? { nil }
    func board(of state: State) -> Board { Board() }
    func picture(of board: Board) -> Picture { Picture(background: "#FFFFFF", elements: []) }
    func message(for turn: TurnStory<StubbornGame>) -> MessageTexts { MessageTexts(caption: GameText("moved")) }
    func openingMessage(in state: State) -> MessageTexts { MessageTexts(caption: GameText("opened")) }
}
