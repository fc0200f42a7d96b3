import Foundation
import GameRules
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

/// The services of two databases, each of which was away for a time of its own.
@Suite("A session that moves to another database", .database)
struct MovedSessionTests {
    /// Seconds for which the services were away, there before the session leaves and here before it arrives, and by how
    /// much later it is here than where the service there began.
    private static let times = [(0, 0, 0), (0, 0, 86_400), (4000, 0, 5000), (0, 4000, 5000), (600, 90_000, 2_000_000)]

    /// Time passes while a service of the current database is there.
    private func pass(_ seconds: Int, of service: TestService) async throws {
        for _ in stride(from: 0, to: seconds, by: ClockTime.longestSilence) {
            try await pass(away: ClockTime.longestSilence, of: service)
        }
    }

    /// Time passes without a note that a service of the current database is there, and one is made.
    private func pass(away seconds: Int, of service: TestService) async throws {
        service.time.advance(seconds: seconds)
        service.context.clockTime.set(try await TestDatabase.current.store.note(at: service.time.now))
    }

    private func left(until time: Date?, _ service: TestService) throws -> Int {
        Int(try #require(time).timeIntervalSince(service.time.now))
    }

    private func export(_ id: SessionID, by service: TestService) async throws -> [UInt8] {
        try #require(try await TestDatabase.current.store.export(id, at: service.time.now))
    }

    /// A service of the current database takes a session in.
    private func arrive(_ line: [UInt8], away: Int, later: Int) async throws -> TestService {
        let service = try TestService()
        try await pass(away: 0, of: service)
        if away > 0 { try await pass(away: away, of: service) }
        service.time.advance(seconds: later)
        let store = try TestDatabase.current.store
        _ = try await store.importSession(line, at: service.time.now, noting: .testing)
        #expect(try await store.verify(after: nil, limit: 9).map(\.problem) == [nil])
        return service
    }

    @Test("has as much time left as when it left, and its deadline passes then", arguments: times)
    func clocks(awayThere: Int, awayHere: Int, later: Int) async throws {
        let people = Person.group(of: 2)
        let there = try TestService()
        try await pass(away: 0, of: there)
        let clock = ClockSettings(turnSeconds: 100, bankSeconds: 900)
        let id = try await there.open("tic-tac-toe", by: people[0], clock: clock).session.id
        _ = try await there.join(id, by: people[1])
        if awayThere > 0 { try await pass(away: awayThere, of: there) }
        for (number, move) in ["a1", "b2", "c3"].enumerated() {
            try await pass(120, of: there)
            _ = try await there.move(move, by: people[number % 2], in: id, revision: 2 + number, send: .now)
        }
        there.time.advance(seconds: 15)
        let before = try await there.view(of: id, for: people[0])
        let seconds = try left(until: before.deadline, there)
        let line = try await export(id, by: there)
        try await TestDatabase.lent {
            let here = try await arrive(line, away: awayHere, later: later)
            let after = try await here.view(of: id, for: people[0])
            #expect(try left(until: after.deadline, here) == seconds)
            #expect(after.seats.map(\.bankSeconds) == before.seats.map(\.bankSeconds))
            #expect(after.revision == before.revision)
            try await pass(away: 0, of: here)
            let rest = try left(until: try await here.view(of: id, for: people[0]).deadline, here)
            try await pass(rest, of: here)
            try await here.deadlines.sweep()
            #expect(try await here.events(of: id).last?.kind == .timedOut)
            #expect(try await TestDatabase.current.store.verify(after: nil, limit: 9).map(\.problem) == [nil])
        }
    }

    @Test("has its claims wait for as long as they would have", arguments: times)
    func claims(awayThere: Int, awayHere: Int, later: Int) async throws {
        let table = try await LostPhone()
        try await pass(away: 0, of: table.service)
        if awayThere > 0 { try await pass(away: awayThere, of: table.service) }
        _ = try await table.vouched()
        table.service.time.advance(seconds: 15)
        let seconds = try left(until: try await table.claims(for: table.amber).first?.until, table.service)
        let line = try await export(table.session, by: table.service)
        try await TestDatabase.lent {
            let here = try await arrive(line, away: awayHere, later: later)
            let claims = try await here.view(of: table.session, for: table.amber).claims
            #expect(try left(until: claims.first?.until, here) == seconds)
        }
    }
}
