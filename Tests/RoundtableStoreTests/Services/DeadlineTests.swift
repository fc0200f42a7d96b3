import Foundation
import GameRules
import Postgres
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable

@Suite("Deadlines", .database)
struct DeadlineTests {
    let service: TestService
    let deadlines: DeadlineService
    let people = Person.group(of: 2)

    init() throws {
        service = try TestService()
        deadlines = service.deadlines
    }

    private func game(_ name: GameName, timeout: Int? = 60) async throws -> SessionID {
        let id = try await service.open(name, by: people[0], seats: 2, timeout: timeout).session.id
        _ = try await service.join(id, by: people[1])
        return id
    }

    @Test("a deadline that passes is one event, however many instances look")
    func timedOut() async throws {
        let id = try await game("tic-tac-toe")
        try await deadlines.sweep()
        #expect(try await service.events(of: id).count == 2)
        service.time.advance(seconds: 60)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await deadlines.sweep() } }
            try await group.waitForAll()
        }
        let session = try await service.view(of: id, for: people[1])
        #expect(try await service.events(of: id).map(\.kind) == [.opened, .joined, .timedOut])
        #expect(session.outcome == .init(kind: .won, winners: [1]))
        #expect(session.deadline == nil)
    }

    @Test("where the rules let a late turn pass, the next seat has its time, and nobody is out")
    func passed() async throws {
        let id = try await game("deal")
        service.time.advance(seconds: 60)
        try await deadlines.sweep()
        let session = try await service.session(id)
        #expect(session.revision == 3)
        #expect(session.newest?.kind == .timedOut)
        #expect(session.toAct == [1])
        #expect(session.deadline == service.time.now.adding(seconds: 60))
        #expect(session.seating.table.taken == [0, 1])
    }

    @Test("a game that nobody plays makes two events and stands still, on every instance, until somebody moves")
    func nobodyThere() async throws {
        let id = try await game("open")
        for _ in 0..<50 {
            service.time.advance(seconds: 60)
            try await deadlines.sweep()
        }
        #expect(try await service.events(of: id).map(\.kind) == [.opened, .joined, .timedOut, .timedOut])
        let view = try await service.view(of: id, for: people[0])
        #expect(view.deadline == nil && view.toAct == [0])
        #expect(view.clock == SessionView.Clock(turnSeconds: 60, atEnd: .skip, paused: true))

        try await TestDatabase.current.withStore(of: .testing) { store in
            let other = try TestService(store: store)
            other.time.advance(seconds: 100_000)
            try await other.deadlines.sweep()
            #expect(try await other.session(id).revision == 4)
            let moved = try await other.turns.submit(
                .init(.move(["patch": ["a": 1]]), in: id, revision: 4),
                other.request(of: people[0], send: .now, key: "starts again"))
            #expect(moved.session.clock?.paused == false)
            #expect(moved.session.deadline == other.time.now.adding(seconds: 60))
            let (events, session) = (try await other.events(of: id), try await other.session(id))
            #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
        }
    }

    @Test("seats that are to act together are late together, by one look, on whatever instance")
    func together() async throws {
        let id = try await service.open("ice-cream", by: people[0], seats: 2, timeout: 60).session.id
        _ = try await service.join(id, by: people[1])
        #expect(try await service.view(of: id, for: people[0]).deadline == service.time.now.adding(seconds: 60))
        service.time.advance(seconds: 60)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await deadlines.sweep() } }
            try await group.waitForAll()
        }
        try await deadlines.sweep()
        #expect(try await service.events(of: id).map(\.kind) == [.opened, .joined, .timedOut, .timedOut])
        let view = try await service.view(of: id, for: people[1])
        #expect(view.deadline == nil && view.clock == .init(turnSeconds: 60, atEnd: .skip, paused: true))
    }

    @Test("a deadline that passed while nobody could act is put off, by a few minutes; others are not")
    func outage() async throws {
        func events(of id: SessionID) async throws -> Int { try await service.events(of: id).count }
        let uptime = Uptime(elapsed: { service.time.now })
        let early = try await game("tic-tac-toe")
        try await deadlines.sweep(during: uptime)
        // The program stands still.
        service.time.advance(seconds: 90)
        try await deadlines.sweep(during: uptime)
        #expect(try await events(of: early) == 2)
        let late = try await game("tic-tac-toe")
        for _ in 0..<12 {
            service.time.advance(seconds: 5)
            try await deadlines.sweep(during: uptime)
        }
        #expect(try await events(of: early) == 2)
        #expect(try await events(of: late) == 3)
        for _ in 0..<(Uptime.grace / 5) {
            service.time.advance(seconds: 5)
            try await deadlines.sweep(during: uptime)
        }
        #expect(try await events(of: early) == 3)
    }

    @Test("a program that begins, and one whose sweeps fail, knows of no time in which players could act")
    func uptime() {
        let time = service.time
        let (beginning, uptime) = (time.now, Uptime(elapsed: { time.now }))
        /// The seconds from the beginning to the place after which a sweep looks, so many seconds later.
        func start(after seconds: Int) -> Int? {
            time.advance(seconds: seconds)
            return uptime.sweepBegins(at: time.now).map { Int($0.at.timeIntervalSince(beginning)) }
        }
        #expect(start(after: 0) == 0)
        // The sweep failed, and so does the next.
        #expect(start(after: 1) == 1)
        #expect(start(after: 1) == 2)
        for _ in 1..<(Uptime.grace / Uptime.longestPause) {
            uptime.sweepEnded()
            #expect(start(after: Uptime.longestPause) == 2)
        }
        uptime.sweepEnded()
        #expect(start(after: Uptime.longestPause) == nil)
        uptime.sweepEnded()
        #expect(start(after: 1 + Uptime.longestPause) != nil)
    }

    @Test("a service whose time is moved has not been away")
    func movedTime() {
        let (elapsed, uptime) = (service.time.now, Uptime(elapsed: { [time = service.time] in time.now }))
        #expect(uptime.sweepBegins(at: elapsed)?.at == elapsed)
        uptime.sweepEnded()
        #expect(uptime.sweepBegins(at: elapsed.adding(seconds: 86_400)) == nil)
    }

    @Test("a session that this program can't read holds up no other")
    func unreadable() async throws {
        let unreadable = try await game("tic-tac-toe")
        service.time.advance(seconds: 1)
        let other = try await game("tic-tac-toe")
        _ = try await TestDatabase.current.pool.query(
            "UPDATE sessions SET rules = 99, generation = 1 WHERE session_id = \(unreadable.uuid)")
        service.time.advance(seconds: 60)
        try await deadlines.sweep()
        #expect(try await service.events(of: other).last?.kind == .timedOut)
    }
}
