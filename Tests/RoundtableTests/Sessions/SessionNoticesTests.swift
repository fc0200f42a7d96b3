import Roundtable
import Synchronization
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Changes of sessions", .timeLimit(.minutes(5)))
struct SessionChangesTests {
    private let session = SessionID(.numbered(1))
    private let changes = SessionNotices()

    @Test("what is there already is found without waiting")
    func atOnce() async throws {
        #expect(try await changes.watch(session, for: .zero) { 7 } == 7)
        #expect(changes.waiting == 0)
    }

    @Test("a change between any two looks is never missed")
    func neverMissed() async throws {
        for _ in 0..<200 {
            let value = Value()
            async let found = changes.watch(session, for: .seconds(50)) {
                let seen = value.get()
                await Task.yield()
                return seen > 0 ? seen : nil
            }
            value.set(1)
            changes.didChange(session)
            #expect(try await found == 1)
        }
        #expect(changes.waiting == 0)
    }

    @Test("a change of another session wakes nobody; when the time is over nothing was found")
    func timeout() async throws {
        let looks = Mutex(0)
        let found: Int? = try await changes.watch(session, for: .milliseconds(50)) {
            looks.withLock { $0 += 1 }
            changes.didChange(SessionID(.numbered(2)))
            return nil
        }
        #expect(found == nil)
        #expect(looks.withLock { $0 } == 1)
        #expect(changes.waiting == 0)
    }

    @Test("a watch ends on request, for whoever waits for it and whoever comes to wait")
    func ended() async throws {
        let watch = changes.watch(session)
        let executor = SteppedExecutor()
        let waiting = executor.begin { try await watch.next(for: .seconds(3600)) { _ in 7 } }
        watch.end()
        executor.run()
        #expect(try waiting.value() == nil)
        #expect(watch.hasEnded)
        #expect(try await watch.next(for: .seconds(50)) { _ in 7 } == nil)
    }

    @Test("a watch is not over when the time of one wait is")
    func twice() async throws {
        let watch = changes.watch(session)
        #expect(try await watch.next(for: .milliseconds(1)) { _ in 7 } == nil)
        #expect(changes.waiting == 1)
        changes.wake(session)
        #expect(try await watch.next(for: .seconds(50)) { _ in 7 } == 7)
    }

    @Test("everybody who waits is woken by one change")
    func everybody() async throws {
        let value = Value()
        let found = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await changes.watch(session, for: .seconds(50)) { value.get() == 0 ? nil : value.get() }
                }
            }
            try await eventually("all watch") { changes.waiting == 20 }
            value.set(3)
            changes.wake(session)
            return try await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(found == Array(repeating: 3, count: 20))
    }

    @Test("closing ends every wait, and those that begin later")
    func close() async throws {
        let executor = SteppedExecutor()
        let waiting = executor.begin { [changes, session] in
            try await changes.watch(session, for: .seconds(3600)) { Int?.none }
        }
        changes.close()
        executor.run()
        #expect(try waiting.value() == nil)
        #expect(try await changes.watch(session, for: .seconds(50)) { Int?.none } == nil)
    }

    @Test("a cancelled task stops waiting")
    func cancelled() async throws {
        let executor = SteppedExecutor()
        let task = executor.begin { [changes, session] in
            try await changes.watch(session, for: .seconds(3600)) { Int?.none }
        }
        #expect(changes.waiting == 1)
        task.cancel()
        executor.run()
        #expect(changes.waiting == 0)
        #expect(try task.value() == nil)
    }

    @Test("other instances are notified of changes made here, but not of those received")
    func announcement() {
        let announced = Mutex<[SessionID]>([])
        let changes = SessionNotices { id in announced.withLock { $0.append(id) } }
        changes.didChange(session)
        changes.wake(session)
        changes.wakeAll()
        #expect(announced.withLock { $0 } == [session])
    }
}

extension SessionNotices {
    /// Looks at once, and again after each change.
    fileprivate func watch<Found: Sendable>(
        _ session: SessionID, for duration: Duration, _ look: @Sendable () async throws -> Found?
    ) async throws -> Found? {
        let watch = watch(session)
        if let found = try await look() { return found }
        return try await watch.next(for: duration) { _ in try await look() }
    }
}

/// A number that several tasks look at.
private final class Value: Sendable {
    private let number = Mutex(0)

    func get() -> Int { number.withLock { $0 } }

    func set(_ new: Int) { number.withLock { $0 = new } }
}
