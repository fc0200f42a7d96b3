import Foundation
import GameRules
import Roundtable
import Synchronization
import TestSupport
import Testing

@Suite("The watch over rules")
struct RulesWatchTests {
    private let slow = RulesSubject.numbered(1)

    private func refusal(_ body: () throws -> Void) -> ServiceError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ServiceError
        }
    }

    @Test("throws away the answer of rules that worked for too long, and suspends their session; others are asked")
    func spinning() throws {
        let watch = RulesWatch(limit: .milliseconds(20))
        let refused = refusal { try watch.run(slow) { work(milliseconds: 40) } }
        #expect(refused?.code == .unavailable && refused?.retryAfter == 60)
        #expect(refused?.underlying is RulesFailure)
        var isAsked = false
        #expect(refusal { try watch.run(slow) { isAsked = true } }?.code == .unavailable)
        #expect(!isAsked)
        #expect(try watch.run(.numbered(2)) { 7 } == 7)
    }

    @Test("counts no time in which the thread stood still, as in a machine that is stopped")
    func standingStill() throws {
        let watch = RulesWatch(limit: .milliseconds(50))
        let answer = try watch.run(slow) {
            // Longer than the limit, whatever the machine does; what it takes of CPU time is far below.
            Thread.sleep(forTimeInterval: 0.1)
            #expect(watch.overdue().isEmpty)
            return 7
        }
        #expect(answer == 7)
        #expect(try watch.run(slow) { 8 } == 8)
    }

    @Test("counts no time that the same thread used for something else before")
    func otherWork() throws {
        let watch = RulesWatch(limit: .milliseconds(100))
        for _ in 0..<10 {
            work(milliseconds: 40)
            _ = try watch.run(slow) { work(milliseconds: 20) }
        }
    }

    @Test("tells of rules that are still at work, and of how much time they have used, to another thread")
    func overdue() async throws {
        let watch = RulesWatch(limit: .milliseconds(1))
        let isSeen = Mutex(false)
        let hasEnded = Mutex(false)
        async let found = onThread {
            var runs = watch.overdue()
            while runs.isEmpty, !hasEnded.withLock(\.self) { runs = watch.overdue() }
            isSeen.withLock { $0 = true }
            return runs
        }
        let refused = refusal {
            // Not longer than a minute of CPU time, so that a test that fails ends.
            try watch.run(slow) { for _ in 0..<60_000 where !isSeen.withLock(\.self) { work(milliseconds: 1) } }
        }
        hasEnded.withLock { $0 = true }
        #expect(refused?.code == .unavailable)
        let runs = await found
        #expect(runs.map(\.subject) == [slow])
        #expect(runs.allSatisfy { $0.used > .milliseconds(1) && $0.suspension.scope == .session(slow.session) })
        #expect(watch.overdue().isEmpty)
    }

    @Test("counts what is asked for the sake of another question as part of that")
    func nested() throws {
        let watch = RulesWatch(limit: .milliseconds(50))
        let refused = refusal {
            try watch.run(slow) { () throws(ServiceError) in
                for _ in 0..<4 { try watch.run(slow) { work(milliseconds: 20) } }
            }
        }
        #expect(refused?.code == .unavailable)
        #expect(try watch.run(.numbered(2)) { () throws(ServiceError) in try watch.run(.numbered(2)) { 7 } } == 7)
    }

    @Test("passes on what rules refuse")
    func refused() {
        let watch = RulesWatch()
        let refused = refusal {
            try watch.run(slow) { () throws(ServiceError) in throw ServiceError(.badOptions, "No.") }
        }
        #expect(refused?.code == .badOptions)
    }

    @Test("suspends a session that ended an earlier process")
    func suspension() throws {
        let watch = RulesWatch()
        watch.suspend(slow, for: .seconds(86_400))
        let refused = refusal { try watch.run(slow) {} }
        // Far more than for one that took too long; how much of it has passed is the clock's.
        #expect(try #require(refused?.retryAfter) > 43_200)
        #expect(refusal { try watch.run(.numbered(2)) {} } == nil)
    }

    /// Does something on a thread of its own.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { done in Thread.detachNewThread { done.resume(returning: body()) } }
    }
}
