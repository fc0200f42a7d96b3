import Foundation
import GameRules
import Games
import TestSupport
import Testing

@testable import Roundtable

@Suite("The deadline of several who are to act")
struct SharedDeadlineTests {
    /// Commits what is due, as long as anything is; the events by kind and seat.
    private func settle(
        _ session: Session, at now: Date
    ) throws -> (session: Session, events: [(kind: Event.Kind, seat: SeatIndex?)]) {
        var session = session
        var events: [(kind: Event.Kind, seat: SeatIndex?)] = []
        while let proposal = session.due(at: now), events.count < 100 {
            let decision = try session.deciding(proposal, at: now)
            events.append((decision.event.kind, decision.event.seat))
            session = decision.session
        }
        return (session, events)
    }

    private func after(_ seconds: Int) -> Date { .testing.adding(seconds: seconds) }

    @Test("is one for all of them, whoever acts first, and who has not acted by then is late")
    func late() throws {
        let started = try aSession("rock-paper-scissors", seats: 3, timeout: 60)
        #expect(started.deadline == after(60))
        let chosen = try started.after(.move(.move("rock")), by: 1, at: after(50))
        #expect(chosen.deadline == after(60) && chosen.toAct == [0, 2] && chosen.due(at: after(59)) == nil)
        let (over, events) = try settle(chosen, at: after(60))
        #expect(events.map(\.kind) == [.timedOut, .timedOut] && events.map(\.seat) == [0, 2])
        #expect(over.isOver && over.deadline == nil)
    }

    private func deadlines(_ session: Session) -> [Date?] { session.seating.seats.map { $0.clock?.deadline } }

    @Test("begins for whoever comes in, and goes on for the others")
    func newcomer() throws {
        let two = try aSession("rock-paper-scissors", seats: 3, taken: 2, timeout: 60)
        let joined = try two.after(.join, by: 2, at: after(50))
        #expect(deadlines(joined) == [after(60), after(60), after(110)] && joined.deadline == after(60))
        let elsewhere = try joined.after(.leave, by: 2, at: after(55))
        #expect(deadlines(elsewhere) == [after(60), after(60), nil] && elsewhere.toAct == [0, 1])
        let cream = try aSession("ice-cream", seats: 2, timeout: 60).after(.join, by: 7, at: after(50))
        #expect(deadlines(cream) == [after(60), after(60), after(110)])
    }

    @Test("begins anew with a round")
    func anew() throws {
        var session = try aSession("rock-paper-scissors", seats: 2, timeout: 60, options: ["rounds": 3])
        session = try session.after(.move("rock"), by: 0, at: after(20)).after(.move("rock"), by: 1, at: after(50))
        #expect(deadlines(session) == [after(110), after(110)])
    }

    @Test("is not put off by who acts, whoever may act at any time", arguments: ["ice-cream", "open"] as [GameName])
    func active(game: GameName) throws {
        var session = try aSession(
            game, seats: 3, timeout: 60, options: game == "open" ? ["order": "anyone"] : .emptyObject)
        let parts = ["Base=base01", "Scoops=scoops01", "Topping=topping01"]
        for (number, part) in parts.enumerated() {
            let move: GameJSON = game == "open" ? ["patch": ["a": .integer(number)]] : .move(part)
            session = try session.after(.move(move), by: 0, at: after(15 * (number + 1)))
            #expect(Array(deadlines(session).dropFirst()) == [after(60), after(60)])
        }
        let (late, events) = try settle(session, at: after(60))
        #expect(events.map(\.seat) == [1, 2] && late.seating.table.taken == [0, 1, 2])
    }

    @Test("is none for who has added a topping, whose time never ends", arguments: [ClockEnd.skip, .forfeit])
    func topping(atEnd: ClockEnd) throws {
        var session = try aSession("ice-cream", seats: 3, clock: ClockSettings(turnSeconds: 60, atEnd: atEnd))
        for part in ["Base=base01", "Scoops=scoops01", "Topping=topping01"] {
            session = try session.after(.move(.move(part)), by: 0, at: after(30))
        }
        #expect(session.toAct == [0, 1, 2] && deadlines(session) == [nil, after(60), after(60)])
        let (late, events) = try settle(session, at: after(60))
        #expect(events.map(\.seat) == [1, 2] && late.seating.table[0] == .taken)
        #expect(atEnd == .skip ? late.isClockPaused : late.outcome?.kind == .completed)
        guard atEnd == .skip else { return }
        #expect(try late.after("finish", by: 0).outcome?.kind == .completed)
    }

    @Test("passes for each once, where all may act at any time; then the clock stands still")
    func anyone() throws {
        let session = try aSession("ice-cream", seats: 3, timeout: 60)
        #expect(session.deadline == after(60) && session.toAct == [0, 1, 2])
        let (paused, events) = try settle(session, at: after(60))
        #expect(events.map(\.seat) == [0, 1, 2] && events.allSatisfy { $0.kind == .timedOut })
        #expect(paused.isClockPaused && paused.deadline == nil && paused.seating.table.taken == [0, 1, 2])
    }

    @Test("who acts while others are late keeps their place, and the time begins anew")
    func between() throws {
        let session = try aSession("ice-cream", seats: 3, timeout: 60)
        let late = try session.deciding(try #require(session.due(at: after(60))), at: after(60)).session
        #expect(late.deadline == after(60) && late.due(at: after(60))?.seat == 1)
        let acted = try late.after("Base=base01", by: 2)
        #expect(acted.deadline == after(60) && acted.due(at: after(59)) == nil && acted.seating.unattended == nil)
    }

    @Test("makes nobody win who was as late as all others")
    func allLate() throws {
        let session = try aSession("sea-battle", timeout: 60)
        #expect(session.toAct == [0, 1] && session.deadline == after(60))
        let (over, events) = try settle(session, at: after(60))
        #expect(events.map(\.kind) == [.abandoned] && over.phase == .abandoned && over.outcome == .abandoned)
        let placed = try session.after("place A1h5,A3h4,A5h3,A7h3,A9h2", by: 1)
        let (lost, timeouts) = try settle(placed, at: after(60))
        #expect(timeouts.map(\.seat) == [0] && lost.outcome?.winners == [1])
    }

    @Test("no game passes over its clock, and none goes on for ever by itself", arguments: GameLibrary.standard.names)
    func everyGame(name: GameName) throws {
        let seats = try #require(GameLibrary.standard.newest(name)).seats
        for count in Set([max(2, seats.lowerBound), seats.upperBound]) where seats.contains(count) {
            var session = try aSession(name, seats: count, timeout: 60)
            #expect(session.deadline == after(60), "\(count)")
            var events: [Event] = []
            while let deadline = session.deadline, events.count < 200 {
                let decision = try session.deciding(try #require(session.due(at: deadline)), at: deadline)
                events.append(decision.event)
                #expect(try session.following(decision.event).agrees(with: decision.session))
                session = decision.session
            }
            #expect(session.isOver || session.isClockPaused)
            #expect(events.count <= max(2, count), "\(events.map(\.kind))")
        }
    }

    @Test("a turn that passes is no act of its player: no claim to the seat is disproved, but the choice is too late")
    func noAct() throws {
        let session = try aSession("rock-paper-scissors", seats: 4, timeout: 60)
        let claim = Claim(
            id: ClaimID(.numbered(1)), session: session.id, seat: 1, player: .numbered(1001), holder: .numbered(1),
            revision: session.revision, createdAt: .testing, expiresAt: after(700),
            witnesses: Witnesses([[.numbered(0), .numbered(2), .numbered(3)]]))
        let timeOut = Proposal(.timeOut, by: .numbered(1), seat: 1, basedOn: session.revision)
        let late = try session.deciding(timeOut, at: after(60)).session
        #expect(claim.state(in: late, at: after(60)) == .open)
        #expect(late.seating[1].lastActed == session.seating[1].lastActed)
        let chosen = late.refusal(of: .move(.move("rock")), by: 1, basedOn: session.revision)
        #expect(chosen?.code == .staleRevision)
        let acted = try session.after(.move(.move("rock")), by: 1)
        #expect(claim.state(in: acted, at: after(60)) == .disproved)
    }
}
