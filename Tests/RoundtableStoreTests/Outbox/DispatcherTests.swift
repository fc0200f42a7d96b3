import Foundation
import GameRules
import Postgres
import RoundtableStore
import Synchronization
import TestSupport
import Testing

@testable import Roundtable

@Suite("Dispatchers", .database)
struct DispatcherTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService(listeners: Listeners(webhook: true)) }

    /// What was delivered, in order: session and revision.
    private final class Log: Sendable {
        private let entries = Mutex<[(session: SessionID, revision: Int)]>([])

        func add(_ row: OutboxRow) {
            entries.withLock { $0.append((row.notice.line.session, row.notice.revision)) }
        }

        var all: [(session: SessionID, revision: Int)] { entries.withLock { $0 } }

        /// The revisions of a session, each where it was delivered first.
        func order(of session: SessionID) -> [Int] {
            var seen: [Int] = []
            for entry in all where entry.session == session && !seen.contains(entry.revision) {
                seen.append(entry.revision)
            }
            return seen
        }
    }

    private func dispatcher(
        at time: TestTime? = nil, _ deliver: @escaping @Sendable (OutboxRow) async -> Delivery
    ) throws -> Dispatcher {
        let context =
            if let time { try time.context(listeners: Listeners(webhook: true)) } else { service.context }
        return Dispatcher(of: .webhook, context: context, store: service.store, deliver)
    }

    /// A game with so many events.
    private func played(_ events: Int) async throws -> SessionID {
        let id = try await service.open("open", by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        for revision in 2..<max(2, events) {
            _ = try await service.turns.submit(
                .move(["patch": ["a": .integer(revision)]]), in: id, basedOn: revision,
                service.request(of: people[revision % 2], send: .now))
        }
        return id
    }

    private var waiting: Int {
        get async throws { try await TestDatabase.current.store.rows(OutboxFilter(), after: nil, limit: 10_000).count }
    }

    @Test("each row is delivered once, in order, and removed")
    func inOrder() async throws {
        let sessions = [try await played(6), try await played(3)]
        let log = Log()
        try await dispatcher {
            log.add($0)
            return .delivered
        }.sweep()
        #expect(log.order(of: sessions[0]) == [1, 2, 3, 4, 5, 6])
        #expect(log.order(of: sessions[1]) == [1, 2, 3])
        #expect(log.all.count == 9)
        #expect(try await waiting == 0)
    }

    @Test("a row that fails is tried again later, and what comes behind it waits")
    func failing() async throws {
        let session = try await played(4)
        let log = Log()
        let isBroken = Mutex(true)
        let dispatcher = try dispatcher { row in
            if row.notice.revision == 2, isBroken.withLock({ $0 }) { return .failed(because: "It is broken.") }
            log.add(row)
            return .delivered
        }
        await dispatcher.sweep()
        #expect(log.order(of: session) == [1])
        let row = try #require(try await TestDatabase.current.store.rows(OutboxFilter(), after: nil, limit: 1).first)
        #expect(row.progress == .init(failures: 1, failure: "It is broken."))
        // NB: an event that comes meanwhile waits as well.
        _ = try await service.turns.submit(
            .move(["patch": ["b": 1]]), in: session, basedOn: 4, service.request(of: people[0], send: .now))
        await dispatcher.sweep()
        #expect(log.order(of: session) == [1])
        isBroken.withLock { $0 = false }
        service.time.advance(seconds: 7)
        await dispatcher.sweep()
        #expect(log.order(of: session) == [1, 2, 3, 4, 5])
        #expect(try await waiting == 0)
    }

    @Test("a receiver that always fails holds up no other session, and is given up after three days, to be seen")
    func givenUp() async throws {
        let (bad, good) = (try await played(2), try await played(2))
        let log = Log()
        let dispatcher = try dispatcher { row in
            if row.notice.line.session == bad, row.notice.revision == 1 { return .failed(because: "No.") }
            log.add(row)
            return .delivered
        }
        await dispatcher.sweep()
        #expect(log.order(of: good) == [1, 2] && log.order(of: bad) == [])
        var hours = 0
        while try await TestDatabase.current.store.rows(OutboxFilter(isGivenUp: true), after: nil, limit: 1) == [],
            hours < 200
        {
            service.time.advance(seconds: 3600)
            await dispatcher.sweep()
            hours += 1
        }
        #expect(hours > 48 && hours < 96)
        #expect(log.order(of: bad) == [2])
        let totals = try await TestDatabase.current.store.totals()
        #expect(totals == [.webhook: OutboxTotals(waiting: 0, oldest: nil, givenUp: 1)])
        let entry = AuditEntry(
            id: UUID(), at: service.time.now, operation: Operation(by: "eve", reason: "test"), command: "retry",
            subject: nil)
        #expect(
            try await TestDatabase.current.store.retry(OutboxFilter(isGivenUp: true), at: entry.at, noting: entry) == 1)
        #expect(try await TestDatabase.current.store.totals()[.webhook]?.waiting == 1)
    }

    @Test("what a receiver refuses for good is given up at once, and the next comes")
    func refused() async throws {
        let session = try await played(3)
        let log = Log()
        try await dispatcher { row in
            if row.notice.revision == 2 { return .refused(because: "Never.") }
            log.add(row)
            return .delivered
        }.sweep()
        #expect(log.order(of: session) == [1, 3])
        #expect(try await TestDatabase.current.store.totals()[.webhook]?.givenUp == 1)
    }

    private func lease(_ session: SessionID, seconds: Int = 300) async throws -> LeasedLine? {
        let lease = OutboxLease(
            on: Notice.Line(session: session, channel: .webhook), until: service.time.now.adding(seconds: seconds))
        return try await service.store.lease(lease, at: service.time.now, limit: 16)
    }

    @Test("while one instance delivers, no other one does; if it dies, another one goes on when its lease ends")
    func leases() async throws {
        let session = try await played(3)
        let leased = try #require(try await lease(session, seconds: 60))
        #expect(leased.rows.map(\.number) == [1, 2, 3])
        let log = Log()
        let other = try dispatcher {
            log.add($0)
            return .delivered
        }
        await other.sweep()
        // An event that comes while the line is leased is left to whoever has the lease.
        _ = try await service.turns.submit(
            .move(["patch": ["b": 1]]), in: session, basedOn: 3, service.request(of: people[1], send: .now))
        await other.sweep()
        #expect(log.all.isEmpty)
        service.time.advance(seconds: 62)
        await other.sweep()
        #expect(log.order(of: session) == [1, 2, 3, 4])
        // Who comes back after that changes nothing.
        try await service.store.settle(leased, Settlement(done: 0, progress: .init(), dueAt: service.time.now))
        await other.sweep()
        #expect(log.all.count == 4)
    }

    @Test("a row that came while another instance delivered is not passed over at the next attempt")
    func passedOver() async throws {
        let session = try await played(3)
        let leased = try #require(try await lease(session))
        _ = try await service.turns.submit(
            .move(["patch": ["b": 1]]), in: session, basedOn: 3, service.request(of: people[1], send: .now))
        #expect(try await lease(session) == nil)
        try await service.store.settle(
            leased, Settlement(done: 0, progress: .init(failures: 1), dueAt: service.time.now.adding(seconds: 5)))
        // The new row is due, but waits for the first one.
        let log = Log()
        let dispatcher = try dispatcher {
            log.add($0)
            return .delivered
        }
        await dispatcher.sweep()
        #expect(log.all.isEmpty)
        service.time.advance(seconds: 5)
        await dispatcher.sweep()
        #expect(log.all.map(\.revision) == [1, 2, 3, 4])
    }

    @Test("who leases at the same moment as somebody else gets nothing, and takes nothing away")
    func together() async throws {
        let session = try await played(3)
        let found = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await lease(session)?.rows.count ?? 0 } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.sorted() == [0, 0, 0, 0, 0, 0, 0, 3])
    }

    @Test("a line that an operator has emptied comes to rest, and goes on with the next notice")
    func emptied() async throws {
        let session = try await played(3)
        _ = try await TestDatabase.current.pool.query("DELETE FROM outbox")
        let log = Log()
        let dispatcher = try dispatcher {
            log.add($0)
            return .delivered
        }
        await dispatcher.sweep()
        #expect(
            try await service.store.dueLines(on: .webhook, besides: [], at: service.time.now, limit: 10).isEmpty)
        _ = try await service.turns.submit(
            .move(["patch": ["b": 1]]), in: session, basedOn: 3, service.request(of: people[1], send: .now))
        await dispatcher.sweep()
        #expect(log.all.map(\.revision) == [4])
    }

    @Test("a line holds 256 notices: of more the oldest are dropped, and the others come in order")
    func full() async throws {
        let session = try await played(260)
        #expect(try await waiting == 256)
        let dropped = try await TestDatabase.current.store.totals()[.webhook]?.waiting
        #expect(dropped == 256)
        let log = Log()
        try await dispatcher {
            log.add($0)
            return .delivered
        }.sweep()
        #expect(log.order(of: session) == Array(5...260))
        #expect(try await waiting == 0)
    }

    /// Sessions of one player, each with a notice that is due, and then one of another player.
    private func crowd(_ count: Int) async throws -> (crowd: [SessionID], honest: SessionID) {
        var sessions: [SessionID] = []
        for _ in 0..<count { sessions.append(try await service.open("open", by: people[0], seats: 2).session.id) }
        service.time.advance(seconds: 1)
        return (sessions, try await service.open("open", by: people[1], seats: 2).session.id)
    }

    @Test("lines are due in turns of those whose acts they tell of, however many one of them has")
    func turns() async throws {
        let (sessions, honest) = try await crowd(33)
        let lines = try await service.store.dueLines(on: .webhook, besides: [], at: service.time.now, limit: 32)
        #expect(lines.prefix(2).map(\.line.session) == [sessions[0], honest])
        #expect(lines.prefix(2).map(\.turn) == [1, 1])
        let rest = try await service.store.dueLines(
            on: .webhook, besides: [people[0].player], at: service.time.now, limit: 32)
        #expect(rest.map(\.line.session) == [honest])
    }

    @Test("33 sessions of one player take 8 of the 32 places, and leave the others to others")
    func places() async throws {
        let (_, honest) = try await crowd(33)
        let (stream, begun) = AsyncStream<SessionID>.makeStream()
        let gate = Gate()
        let dispatcher = try dispatcher { row in
            begun.yield(row.notice.line.session)
            await gate.pass()
            return .delivered
        }
        let task = Task { await dispatcher.run() }
        var sessions = stream.makeAsyncIterator()
        var first: Set<SessionID> = []
        while first.count < 9, let session = await sessions.next() { first.insert(session) }
        #expect(first.contains(honest))
        let leased = try await TestDatabase.current.pool.query(
            "SELECT FROM outbox_lines WHERE leased_to IS NOT NULL AND author_id = \(people[0].player.uuid)")
        #expect(leased.count == 8)
        gate.open()
        var all = first
        while all.count < 34, let session = await sessions.next() { all.insert(session) }
        task.cancel()
        await task.value
    }

    @Test("an instance that stops leaves no lease")
    func stopping() async throws {
        let (stream, begun) = AsyncStream<Void>.makeStream()
        let gate = AsyncStream<Void>.makeStream()
        let dispatcher = try dispatcher { _ in
            begun.yield()
            for await _ in gate.stream { break }
            return .delivered
        }
        _ = try await played(3)
        let task = Task { await dispatcher.run() }
        for await _ in stream { break }
        task.cancel()
        gate.continuation.finish()
        await task.value
        let leases = try await TestDatabase.current.pool.query("SELECT FROM outbox_lines WHERE leased_to IS NOT NULL")
        #expect(leases.isEmpty)
    }

    @Test("whatever fails whenever, and however many instances deliver: nothing is lost, and the order is kept")
    func random() async throws {
        var sessions: [SessionID] = []
        for _ in 0..<6 { sessions.append(try await played(12)) }
        let log = Log()
        let counter = Tally()
        let dispatchers = try (0..<4).map { _ in
            try dispatcher { row in
                counter.add()
                if counter.count % 3 == 0 { return .failed(because: "A third fails.") }
                log.add(row)
                return .delivered
            }
        }
        for _ in 0..<100 where try await waiting > 0 {
            await withDiscardingTaskGroup { group in
                for dispatcher in dispatchers { group.addTask { await dispatcher.sweep() } }
            }
            service.time.advance(seconds: 3600)
        }
        for session in sessions { #expect(log.order(of: session) == Array(1...12)) }
        #expect(try await waiting == 0)
    }

    @Test("a running dispatcher delivers what is committed at once, and comes to an end when it is cancelled")
    func running() async throws {
        let (stream, delivered) = AsyncStream<Int>.makeStream()
        let dispatcher = try dispatcher {
            delivered.yield($0.notice.revision)
            return .delivered
        }
        let task = Task { await dispatcher.run() }
        var revisions = stream.makeAsyncIterator()
        _ = try await played(3)
        for revision in 1...3 { #expect(await revisions.next() == revision) }
        task.cancel()
        await task.value
    }

    @Test("pauses grow to six hours, and no two are the same for long")
    func backoff() {
        for (failures, usual) in [(1, 5), (2, 15), (3, 45), (5, 405), (9, 21_600), (500, 21_600)] {
            let pauses = (0..<100).map { _ in DeliveryPause.seconds(afterFailures: failures) }
            #expect(pauses.allSatisfy { abs(Double($0) - Double(usual)) <= Double(usual) * 0.2 + 1 })
        }
        #expect(Set((0..<100).map { _ in DeliveryPause.seconds(afterFailures: 9) }).count > 50)
    }
}
