import Foundation
import GameRules
import Games
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable

@Suite("The clock's bank, and the consequences of being late")
struct BankTests {
    private static let clock = ClockSettings(turnSeconds: 60, bankSeconds: 30)

    private func late(_ session: Session) throws -> Session {
        let now = try #require(session.deadline)
        return try session.deciding(try #require(session.due(at: now)), at: now).session
    }

    private func at(_ seconds: Int) -> Date { .testing.adding(seconds: seconds) }

    @Test("a turn within its time leaves the bank as it is, and a longer one takes from it")
    func bank() throws {
        var session = try aSession("tic-tac-toe", clock: Self.clock)
        #expect(session.deadline == at(90) && session.bankSeconds(of: 0) == 30)
        session = try session.after(.move("a1"), by: 0, at: at(60))
        #expect(session.bankSeconds(of: 0) == 30 && session.deadline == at(150))
        session = try session.after(.move("a2"), by: 1, at: at(130))
        #expect(session.bankSeconds(of: 1) == 20 && session.seating[1].clock?.deadline == nil)
        session = try session.after(.move("a3"), by: 0, at: at(140))
        #expect(session.deadline == at(140 + 60 + 20))
    }

    @Test("who is late has no bank left in the next turn")
    func usedUp() throws {
        let clock = ClockSettings(turnSeconds: 60, bankSeconds: 30, atEnd: .skip)
        var session = try late(try aSession("reversi", clock: clock))
        #expect(session.bankSeconds(of: 0) == 0 && session.toAct == [1] && session.newest?.kind == .timedOut)
        let move = try #require(try session.legalMoves(for: 1)?.first)
        session = try session.after(.move(move), by: 1, at: at(100))
        #expect(session.deadline == at(160))
    }

    @Test("several who act at once have clocks of their own")
    func several() throws {
        var session = try aSession("rock-paper-scissors", seats: 3, clock: Self.clock, options: ["rounds": 3])
        #expect(session.toAct == [0, 1, 2] && session.deadline == at(90))
        session = try session.after(.move("rock"), by: 0, at: at(80))
        #expect(session.bankSeconds(of: 0) == 10 && session.deadline == at(90))
        session = try session.after(.move("rock"), by: 1, at: at(10)).after(.move("rock"), by: 2, at: at(85))
        #expect((0..<3).map { session.bankSeconds(of: SeatIndex($0)) } == [10, 30, 5])
        let deadlines = (0..<3).map { session.seating[SeatIndex($0)].clock?.deadline }
        #expect(deadlines == [at(155), at(175), at(150)] && session.deadline == at(150))
        #expect(session.due(at: at(152))?.seat == 2 && session.due(at: at(149)) == nil)
    }

    @Test("the creator chooses what happens to who is late, and the game carries it out")
    func atEnd() throws {
        let out = try late(try aSession("reversi", clock: ClockSettings(turnSeconds: 60, atEnd: .forfeit)))
        #expect(out.outcome == .won(by: 1))
        let played = try late(try aSession("tic-tac-toe", clock: ClockSettings(turnSeconds: 60, atEnd: .play)))
        let event = try #require(played.newest)
        #expect(event.kind == .timedOut && event.details.move != nil && played.toAct == [1] && !played.isOver)
        #expect(event.details.texts.subcaption == GameText("timedOut.played"))
        #expect(played.seating[0].lastActed == 1)
    }

    @Test("a move that is made for somebody is the same for every attempt and in every replay")
    func choice() throws {
        let session = try aSession("chess", clock: ClockSettings(turnSeconds: 60, atEnd: .play))
        let moves = try (0..<3).map { _ in try late(session).newest?.details.move }
        #expect(Set(moves).count == 1 && moves[0] != nil)
        let event = try #require(try late(session).newest)
        #expect(try session.following(event).agrees(with: late(session)))
    }

    @Test("every game can carry out what it says it can", arguments: GameLibrary.standard.names)
    func carriedOut(game name: GameName) throws {
        let game = try #require(GameLibrary.standard.newest(name))
        for lateness in game.latenesses {
            let clock = ClockSettings(turnSeconds: 60, atEnd: ClockEnd(lateness))
            let seats = max(2, game.seats.lowerBound)
            let session = try aSession(name, seats: seats, clock: clock)
            let after = try late(session)
            #expect(after.newest?.kind == .timedOut || after.outcome == .abandoned, "\(name) \(lateness)")
            if lateness == .plays { #expect(after.newest?.details.move != nil, "\(name)") }
            if lateness == .passes { #expect(!after.seating.table.seats.contains(.gone), "\(name)") }
        }
    }

    @Test("the clock of a turn that is stopped goes on where it stood")
    func stopped() throws {
        var session = try aSession("tic-tac-toe", clock: Self.clock)
        session = try session.after(.offer(.pause), by: 0, at: at(50)).after(.accept, by: 1, at: at(70))
        #expect(session.newest?.kind == .paused && session.deadline == nil && session.isClockPaused)
        session = try session.after(.resume, by: 1, at: at(1000))
        #expect(session.deadline == at(1020) && !session.isClockPaused)
        session = try session.after(.move("a1"), by: 0, at: at(1010))
        #expect(session.bankSeconds(of: 0) == 10)
    }

    @Test("a move ends a pause")
    func moved() throws {
        var session = try aSession("tic-tac-toe", clock: Self.clock)
        session = try session.after(.offer(.pause), by: 0).after(.accept, by: 1).after(.move("a1"), by: 0, at: at(500))
        #expect(!session.isClockPaused && session.deadline == at(590))
    }
}
