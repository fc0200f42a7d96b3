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

    @Test("of a timeout and a turn at the same instant one counts, and each player is told which", arguments: 0..<10)
    func sameInstant(attempt: Int) async throws {
        let id = try await game("tic-tac-toe")
        service.time.advance(seconds: 60)
        async let swept: Void = deadlines.sweep()
        var refusal: ServiceError?
        do throws(ServiceError) {
            _ = try await service.move("b2", by: people[0], in: id, revision: 2, send: .now)
        } catch {
            refusal = error
        }
        try await swept
        let newest = try #require(try await service.session(id).newest)
        #expect(newest.revision == 3 && newest.kind == (refusal == nil ? .moved : .timedOut))
        if let refusal { #expect(refusal.code == .sessionOver && refusal.revision == 3) }
        for person in people {
            let view = try await service.view(of: id, for: person)
            #expect(view.revision == 3 && view.state == (refusal == nil ? .active : .finished))
        }
    }

    @Test("after an undo the seat that moves again has a whole turn, and no other clock runs")
    func undone() async throws {
        let id = try await game("chess")
        _ = try await service.move("e2e4", by: people[0], in: id, revision: 2, send: .now)
        for (intent, person) in [(Proposal.Intent.offer(.undo), people[0]), (.accept, people[1])] {
            service.time.advance(seconds: 10)
            let revision = try await service.session(id).revision
            _ = try await service.turns.submit(
                intent, in: id, basedOn: revision, service.request(of: person, send: .now, body: "\(intent)"))
        }
        let session = try await service.session(id)
        #expect(session.newest?.kind == .undone && session.toAct == [0])
        #expect(session.deadline == service.time.now.adding(seconds: 60))
        #expect(session.seating[1].clock?.deadline == nil)
    }

    @Test("a rematch has the clock of the game before, which runs once nobody is missing")
    func rematch() async throws {
        let id = try await game("tic-tac-toe")
        service.time.advance(seconds: 60)
        try await deadlines.sweep()
        let asked = try await service.sessions.rematch(
            of: id, service.request(of: people[0], send: .now, body: "rematch")
        ).session
        #expect(asked.clock?.turnSeconds == 60 && asked.toAct == [0] && asked.deadline == nil)
        service.time.advance(seconds: 600)
        let joined = try await service.join(asked.id, by: people[1]).session
        #expect(joined.deadline == service.time.now.adding(seconds: 60))
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
                .move(["patch": ["a": 1]]), in: id, basedOn: 4,
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
