import Foundation
import GameRules
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("An operator", .database)
struct OperatorTests {
    let service: TestService
    let operations: OperatorService
    let people = Person.group(of: 3)

    init() throws {
        service = try TestService()
        operations = service.operations
    }

    private func game(_ name: GameName = "tic-tac-toe", seats: Int = 2) async throws -> SessionID {
        let id = try await service.open(name, by: people[0], seats: seats).session.id
        for person in people[1..<seats] { _ = try await service.join(id, by: person) }
        return id
    }

    private var auditLog: [AuditEntry] {
        get async throws { try await TestDatabase.current.store.auditLog(.init(limit: 10)) }
    }

    private func expectReplay(of id: SessionID) async throws {
        let verifications = try await TestDatabase.current.store.verify(after: nil, limit: 10)
        #expect(verifications.map(\.session) == [id] && verifications.allSatisfy { $0.problem == nil })
    }

    @Test("ends a game by an event with their name and reason; nobody wins, and nobody moves any more")
    func abandon() async throws {
        let id = try await game()
        let revision = try await operations.abandon(id, noting: .testing)
        let session = try #require(await service.store.record(of: id, for: nil)).session
        #expect(session.phase == .abandoned && session.outcome == .abandoned && session.toAct == [])
        let event = try #require(await service.events(of: id).last)
        #expect(event.revision == revision)
        #expect(event.kind == .abandoned && event.seat == nil && event.player == nil)
        #expect(event.details.operation == AuditEntry.testing.operation)
        let view = try await service.view(of: id, for: people[1])
        #expect(view.message?.summaryText == "The game was called off")
        let refusal = await #expect(throws: ServiceError.self) { try await operations.abandon(id, noting: .testing) }
        #expect(refusal?.code == .sessionOver)
        #expect(try await auditLog == [.testing])
        try await expectReplay(of: id)
    }

    @Test("does not end what was never opened")
    func abandonDraft() async throws {
        let id = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .draft)
        ).session.id
        let refusal = await #expect(throws: ServiceError.self) { try await operations.abandon(id, noting: .testing) }
        #expect(refusal?.code == .notAllowed)
    }

    @Test("passes the turn of the seat that is to act, and of no other")
    func skip() async throws {
        let id = try await game("deal")
        let refusal = await #expect(throws: ServiceError.self) {
            try await operations.skip(1, of: id, noting: .testing)
        }
        #expect(refusal?.code == .notYourTurn)
        let session = try await operations.skip(nil, of: id, noting: .testing)
        #expect(session.toAct == [1])
        #expect(session.newest?.kind == .skipped && session.newest?.details.operation == AuditEntry.testing.operation)
        try await expectReplay(of: id)
    }

    @Test("passes the last choice that a round waits for, though the same seat chooses in the next")
    func skipLastChoice() async throws {
        let id = try await service.open("rock-paper-scissors", by: people[0], seats: 2, options: ["rounds": 2]).session
            .id
        _ = try await service.join(id, by: people[1])
        _ = try await service.move("rock", by: people[0], in: id, revision: 2, send: .now)
        let session = try await operations.skip(1, of: id, noting: .testing)
        #expect(session.toAct == [0, 1] && session.newest?.kind == .skipped)
        try await expectReplay(of: id)
    }

    @Test("passes no turn in a game that can't go on without it")
    func skipImpossible() async throws {
        let id = try await game()
        let refusal = await #expect(throws: ServiceError.self) {
            try await operations.skip(nil, of: id, noting: .testing)
        }
        #expect(refusal?.code == .notAllowed)
        #expect(try await auditLog.isEmpty)
        #expect(try await service.events(of: id).count == 2)
    }

    @Test("says whose turn to pass, where several are to act")
    func skipSeveral() async throws {
        let id = try await game("ice-cream", seats: 3)
        let refusal = await #expect(throws: ServiceError.self) {
            try await operations.skip(nil, of: id, noting: .testing)
        }
        #expect(refusal?.code == .notAllowed)
    }

    @Test("is refused for a seat that there is none of", arguments: [2, 9, -1])
    func noSuchSeat(seat: Int) async throws {
        let id = try await game("deal")
        let seat = SeatIndex(seat)
        let skipped = await #expect(throws: ServiceError.self) {
            try await operations.skip(seat, of: id, noting: .testing)
        }
        #expect(skipped?.code == .notAllowed)
        let resigned = await #expect(throws: ServiceError.self) {
            try await operations.resign(seat, of: id, noting: .testing)
        }
        #expect(resigned?.code == .notAllowed)
        #expect(try await service.events(of: id).count == 2)
    }

    @Test("gives up for a seat that somebody has")
    func resign() async throws {
        let id = try await game()
        let refusal = await #expect(throws: ServiceError.self) {
            try await operations.resign(7, of: id, noting: .testing)
        }
        #expect(refusal?.code == .notAllowed)
        let session = try await operations.resign(1, of: id, noting: .testing)
        #expect(session.outcome == .won(by: 0))
        #expect(
            session.newest?.player == people[1].player
                && session.newest?.details.operation == AuditEntry.testing.operation)
        try await expectReplay(of: id)
    }
}
