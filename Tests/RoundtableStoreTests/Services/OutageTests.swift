import Foundation
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@Suite("Players' clocks while the service is away", .database)
struct OutageTests {
    private let database: TestDatabase
    private let service: TestService
    private let people = Person.group(of: 2)

    init() throws {
        database = try .current
        service = try TestService()
    }

    /// Notes that the service is there, as an instance does every few seconds.
    private func note() async throws { try await note(service) }

    private func note(_ service: TestService) async throws {
        service.context.clockTime.set(try await database.store.note(at: service.time.now))
    }

    /// Time goes by, with the service there or away.
    private func pass(_ seconds: Int, away: Bool = false) async throws {
        guard !away else { return service.time.advance(seconds: seconds) }
        try await pass(seconds, of: service, notedEvery: 5)
    }

    private func pass(_ seconds: Int, of service: TestService, notedEvery pause: Int) async throws {
        for _ in stride(from: 0, to: seconds, by: pause) {
            service.time.advance(seconds: pause)
            try await note(service)
        }
    }

    private func game(clock: ClockSettings) async throws -> SessionID {
        let id = try await service.open("tic-tac-toe", by: people[0], clock: clock).session.id
        _ = try await service.join(id, by: people[1])
        return id
    }

    private func deadline(of id: SessionID) async throws -> Date? {
        try await service.view(of: id, for: people[0]).deadline
    }

    @Test("a deadline is put off by the time that the service was away, and by some minutes for people to come back")
    func outage() async throws {
        try await note()
        let id = try await game(clock: ClockSettings(turnSeconds: 3600))
        let before = try #require(try await deadline(of: id))
        try await pass(600)
        try await pass(7200, away: true)
        // Nobody has noted yet that the service is back: clocks stand.
        try await service.deadlines.sweep()
        #expect(try await service.events(of: id).count == 2)
        try await note()
        let after = try #require(try await deadline(of: id))
        // What is kept of views and pages is not shown any more.
        let record = try #require(try await service.store.record(of: id, for: nil))
        #expect(
            record.stamp(for: nil, at: ClockReading(service.time.now))
                != record.stamp(for: nil, at: service.context.clockReading))
        #expect(after == before.adding(seconds: 7200 + ClockTime.longestReturn))
        try await pass(Int(after.timeIntervalSince(service.time.now)) - 5)
        try await service.deadlines.sweep()
        #expect(try await service.events(of: id).count == 2)
        try await pass(5)
        try await service.deadlines.sweep()
        #expect(try await service.events(of: id).last?.kind == .timedOut)
    }

    @Test("a bank loses nothing while the service is away")
    func bank() async throws {
        try await note()
        let id = try await game(clock: ClockSettings(turnSeconds: 60, bankSeconds: 600))
        try await pass(30)
        try await pass(7200, away: true)
        try await note()
        _ = try await service.move("a1", by: people[0], in: id, revision: 2, send: .now)
        #expect(try await service.view(of: id, for: people[0]).seats[0].bankSeconds == 600)
        #expect(try await deadline(of: id) == service.time.now.adding(seconds: 660))
    }

    @Test("times short of an outage count; so does the time of one instance, if another one was there")
    func silence() async throws {
        try await note()
        let id = try await game(clock: ClockSettings(turnSeconds: 3600))
        let before = try await deadline(of: id)
        try await pass(ClockTime.longestSilence, away: true)
        try await note()
        #expect(try await deadline(of: id) == before)
        let other = ClockTime()
        other.set(try await database.store.note(at: service.time.now))
        try await pass(600)
        other.set(try await database.store.note(at: service.time.now))
        #expect(other.reading(at: service.time.now).stopped == 0)
    }

    @Test("instances that come back at the same time count an outage once")
    func together() async throws {
        try await note()
        try await pass(400, away: true)
        let now = service.time.now
        let store = database.store
        let notes = try await withThrowingTaskGroup(of: ClockReading.self) { group in
            for number in 0..<8 { group.addTask { try await store.note(at: now.adding(seconds: number)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let stopped = Set(notes.map(\.stopped))
        #expect(stopped.count == 1)
        #expect(stopped.allSatisfy { (700_000...707_000).contains($0) })
        #expect(try await store.lastNote()?.date == now.adding(seconds: 7))
    }

    @Test("the time for a veto stands as well: a claim is granted, and runs out, later by as much")
    func claim() async throws {
        let table = try await LostPhone()
        let service = table.service
        try await note(service)
        _ = try await table.vouched()
        let before = try #require(try await table.claims(for: table.amber).first?.until)
        service.time.advance(seconds: service.context.limits.reclaimSeconds + 3600)
        // Nobody has noted yet that the service is back.
        try await service.claims.sweep()
        #expect(try await table.holder() == table.ben.player)
        try await note(service)
        let after = try #require(try await table.claims(for: table.amber).first?.until)
        #expect(
            after == before.adding(seconds: service.context.limits.reclaimSeconds + 3600 + ClockTime.longestReturn))
        try await pass(Int(after.timeIntervalSince(service.time.now)) - 20, of: service, notedEvery: 20)
        try await service.claims.sweep()
        #expect(try await table.holder() == table.ben.player)
        try await pass(20, of: service, notedEvery: 20)
        try await service.claims.sweep()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("a session is the same by replay, whatever outages it went through")
    func replay() async throws {
        let seconds = [3, 70, 1, 4000, 25, 9000]
        try await note()
        let id = try await game(clock: ClockSettings(turnSeconds: 7200, bankSeconds: 900))
        for (number, away) in seconds.enumerated() {
            try await pass(away, away: true)
            // A move may come before the service has noted that it is back.
            if number.isMultiple(of: 2) { try await note() }
            let move = ["a1", "b2", "c3", "a2", "c2", "b3"][number]
            _ = try await service.move(move, by: people[number % 2], in: id, revision: 2 + number, send: .now)
            try await note()
        }
        #expect(try await database.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
    }
}
