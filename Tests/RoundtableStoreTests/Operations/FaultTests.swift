import Foundation
import GameRules
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("A session that can't be gone on with", .database)
struct FaultTests {
    let service: TestService
    let deadlines: DeadlineService
    let operations: OperatorService
    let people = Person.group(of: 2)

    init() throws {
        service = try TestService()
        deadlines = service.deadlines
        operations = service.operations
    }

    private var store: PostgresStore { get throws { try TestDatabase.current.store } }

    private func execute(_ statement: PostgresStatement) async throws {
        _ = try await TestDatabase.current.pool.query(statement)
    }

    /// A game of two whose first seat has a second to move.
    private func game() async throws -> SessionID {
        let id = try await service.open("tic-tac-toe", by: people[0], timeout: 1).session.id
        _ = try await service.join(id, by: people[1])
        return id
    }

    /// Ways to damage a row, as a slip of a hand, an old program or a failing disk might.
    enum Damage: String, CaseIterable {
        case noSeats, noPosition, otherPosition, deepPosition, unknownPhase, unknownKind, noDetails, deepDetails

        var statement: PostgresStatement {
            let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
            return switch self {
            case .noSeats: "UPDATE sessions SET seating = '{}' WHERE session_id = "
            case .noPosition: "UPDATE sessions SET position = 'null' WHERE session_id = "
            case .otherPosition: #"UPDATE sessions SET position = '{"base": 7}' WHERE session_id = "#
            case .deepPosition: "UPDATE sessions SET position = '\(unescaped: deep)' WHERE session_id = "
            case .unknownPhase: "UPDATE sessions SET phase = 'paused' WHERE session_id = "
            case .unknownKind: "UPDATE events SET kind = 'danced' WHERE session_id = "
            case .noDetails: "UPDATE events SET details = '[]' WHERE session_id = "
            case .deepDetails: "UPDATE events SET details = '{\"texts\": \(unescaped: deep)}' WHERE session_id = "
            }
        }
    }

    private func damage(_ session: SessionID, by damage: Damage) async throws {
        try await execute("\(unescaped: damage.statement.text) '\(unescaped: session.description)'")
        try await execute("UPDATE sessions SET generation = generation + 1")
    }

    @Test("a hundred of them with the earliest deadlines stop no other deadline, and are noted, each once")
    func deadlines() async throws {
        _ = try await game()
        try await execute("UPDATE sessions SET position = '7', generation = 9")
        try await execute(
            """
            INSERT INTO sessions
            SELECT (jsonb_populate_record(s, jsonb_build_object('session_id', gen_random_uuid()))).*
            FROM sessions s, generate_series(1, 100)
            """)
        let damaged = try await store.sessions(SessionSearch(limit: 200)).map(\.id)
        #expect(damaged.count == 101)
        service.time.advance(seconds: 1)
        let healthy = try await game()
        service.time.advance(seconds: 5)
        try await deadlines.sweep()
        #expect(try await service.view(of: healthy, for: people[0]).state == .finished)
        let faults = try await store.faults(nil, limit: 200)
        #expect(Set(faults.map(\.session)) == Set(damaged) && faults.allSatisfy { $0.kind == .unreadable })
        #expect(try await store.countFaults() == [.unreadable: 101])
        let overdue = try await store.overdue(at: ClockReading(service.time.now), after: nil, limit: 200)
        #expect(Set(overdue.map(\.session)) == Set(damaged) && overdue.allSatisfy(\.isLeftAlone))
    }

    @Test("each way to damage a row costs its own session only", arguments: Damage.allCases)
    func each(damage: Damage) async throws {
        let (damaged, healthy) = (try await game(), try await game())
        try await self.damage(damaged, by: damage)
        let list = try await service.sessions.sessions(of: people[0].player, .init(limit: 10), languages: []).page
        #expect(list.map(\.id).contains(healthy))
        #expect(try await store.sessions(SessionSearch(limit: 10)).map(\.id).contains(damaged))
        #expect(try await store.holdings(of: people[0].player).count > 3)
        service.time.advance(seconds: 5)
        try await deadlines.sweep()
        #expect(try await service.view(of: healthy, for: people[0]).state == .finished)
        let verification = VerificationService(context: service.context, store: try store, batch: 10)
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(nil, limit: 10).map(\.session) == [damaged])
        let found = await Diagnosis(of: try TestDatabase.current.pool, connections: 1, games: .testing).findings()
        #expect(found.contains { $0.level == .problem && $0.found.contains("\(damaged)") })
    }

    @Test("strangers are told that there is none; who plays it, or has opened it, that it is a fault of ours")
    func strangers() async throws {
        let id = try await game()
        let (bystander, stranger) = (people[1].onNewPhone, people[0].onNewPhone)
        try await service.show(id, to: bystander)
        try await self.damage(id, by: .noPosition)
        func code(_ body: () async throws -> Void) async -> ErrorCode? {
            await #expect(throws: ServiceError.self) { try await body() }?.code
        }
        let answers: [(Person, ErrorCode)] = [
            (people[0], .internal), (bystander, .internal), (stranger, .notFound),
        ]
        for (person, expected) in answers {
            let request = service.request(of: person, send: .now)
            #expect(await code { _ = try await service.view(of: id, for: person) } == expected)
            #expect(
                await code {
                    _ = try await service.turns.submit(.resign, in: id, basedOn: 2, request)
                } == expected)
            #expect(await code { _ = try await service.turns.freshMessage(of: id, request) } == expected)
            #expect(await code { _ = try await service.reclaim(1, of: id, by: person) } == expected)
        }
    }

    @Test("an operator ends it and removes it", arguments: Damage.allCases)
    func removed(damage: Damage) async throws {
        let damaged = try await game()
        try await self.damage(damaged, by: damage)
        service.time.advance(seconds: 5)
        try await deadlines.sweep()
        #expect(try await store.line(of: damaged)?.id == damaged)
        #expect(try await store.unreadEvents(of: damaged).count == 2)
        _ = try? await operations.abandon(damaged, noting: .testing)
        #expect(try await store.line(of: damaged)?.deadline == nil)
        let phase = try await store.line(of: damaged)?.phase
        #expect(phase == "abandoned" || phase == "finished")
        #expect(
            try await store.removeFinished([damaged.uuid], at: nil, archive: { _ in }, noting: .testing) == [damaged])
        #expect(try await store.faults(nil, limit: 10) == [])
        #expect(try await store.line(of: damaged) == nil)
    }

    @Test("it is tried again later, later each time, and goes on when it has been repaired")
    func repaired() async throws {
        let id = try await game()
        try await execute("CREATE TABLE kept AS SELECT position FROM sessions")
        try await execute("UPDATE sessions SET position = '7', generation = 9")
        service.time.advance(seconds: 5)
        try await deadlines.sweep()
        try await execute("UPDATE sessions SET position = (SELECT position FROM kept), generation = 10")
        service.time.advance(seconds: 30)
        try await deadlines.sweep()
        #expect(try await store.faults(nil, limit: 10).count == 1)
        service.time.advance(seconds: 31)
        try await deadlines.sweep()
        #expect(try await store.faults(nil, limit: 10) == [])
        #expect(try await service.view(of: id, for: people[0]).state == .finished)
    }

    @Test(
        "sessions of a game that is not registered are left alone, reported by the doctor, and go on when it is back"
    )
    func unknownGame() async throws {
        let (lost, healthy) = (try await game(), try await game())
        try await execute("UPDATE sessions SET game = 'hearts' WHERE session_id = \(lost.uuid)")
        try await execute("UPDATE sessions SET generation = 9")
        service.time.advance(seconds: 5)
        try await deadlines.sweep()
        #expect(try await service.view(of: healthy, for: people[0]).state == .finished)
        #expect(try await store.faults(nil, limit: 10) == [])
        let verification = VerificationService(context: service.context, store: try store, batch: 10)
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(nil, limit: 10).map(\.kind) == [.unknownGame])
        let found = await Diagnosis(of: try TestDatabase.current.pool, connections: 1, games: .testing).findings()
        #expect(found.contains { $0.subject == "games" && $0.level == .problem && $0.found.contains("hearts") })
        try await execute(
            "UPDATE sessions SET game = 'tic-tac-toe', generation = 10 WHERE session_id = \(lost.uuid)")
        try await deadlines.sweep()
        #expect(try await service.view(of: lost, for: people[0]).state == .finished)
        #expect(try await store.faults(nil, limit: 10) == [])
    }

    @Test("who is erased is erased everywhere else, and there as soon as it can be read again")
    func erasure() async throws {
        let (damaged, healthy) = (try await game(), try await game())
        try await execute("CREATE TABLE kept AS SELECT session_id, position FROM sessions")
        try await execute("UPDATE sessions SET position = '7', generation = 9 WHERE session_id = \(damaged.uuid)")
        try await service.successions.erase(people[1].player)
        #expect(try await service.session(healthy).seating[1].player?.isStandIn == true)
        service.time.advance(seconds: 60)
        try await service.successions.sweep()
        #expect(try await store.faults(nil, limit: 10).map(\.session) == [damaged])
        #expect(try await store.succession(of: people[1].player) != nil)
        try await execute(
            """
            UPDATE sessions s SET position = k.position, generation = 10 FROM kept k
            WHERE k.session_id = s.session_id AND s.session_id = \(damaged.uuid)
            """)
        service.time.advance(seconds: 3600)
        try await service.successions.sweep()
        #expect(try await service.session(damaged).seating[1].player?.isStandIn == true)
        #expect(try await store.succession(of: people[1].player) == nil)
    }

    @Test("one that differs goes on, and stays noted until it is as its events made it")
    func staysNoted() async throws {
        let id = try await game()
        try await execute("UPDATE sessions SET state_revision = state_revision + 1, generation = 9")
        let verification = VerificationService(context: service.context, store: try store, batch: 10)
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(nil, limit: 10).map(\.kind) == [.differs])
        service.time.advance(seconds: 5)
        try await deadlines.sweep()
        #expect(try await service.view(of: id, for: people[0]).state == .finished)
        #expect(try await store.faults(nil, limit: 10).map(\.kind) == [.differs])
    }

    @Test("one that is stuck stays noted while sweeps find it so, and no longer")
    func staysStuck() async throws {
        let id = try await game()
        try await store.note(Fault(session: id, kind: .stuck, detail: "", foundAt: service.time.now))
        let verification = VerificationService(context: service.context, store: try store, batch: 10)
        for seconds in [0, 60, 500] {
            service.time.advance(seconds: seconds)
            for _ in 0..<3 { try await verification.step() }
            #expect(try await store.faults(nil, limit: 10).map(\.kind) == [.stuck])
        }
        service.time.advance(seconds: 100)
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(nil, limit: 10) == [])
    }

    @Test(
        "a history that does not lead to what is stored is found in the background",
        arguments: ["to_act = '{1}'", "acting = '{}'"])
    func differs(change: String) async throws {
        let id = try await game()
        let verification = VerificationService(context: service.context, store: try store, batch: 1)
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(nil, limit: 10) == [])
        try await execute("CREATE TABLE kept AS SELECT to_act, acting FROM sessions")
        try await execute("UPDATE sessions SET \(unescaped: change) WHERE session_id = \(id.uuid)")
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(.differs, limit: 10).map(\.session) == [id])
        try await execute("UPDATE sessions SET (to_act, acting) = (SELECT to_act, acting FROM kept)")
        for _ in 0..<3 { try await verification.step() }
        #expect(try await store.faults(nil, limit: 10) == [])
    }
}

extension PlayerID {
    /// Whether this stands for somebody who was erased.
    fileprivate var isStandIn: Bool { description.hasPrefix("00000000-0000-0000") }
}
