import Synchronization
import TestSupport
import RoundtableTestTools
import Testing

@testable import RoundtableCommand

@Suite("A check that is shared")
struct SharedCheckTests {
    @Test("all who ask within a second have one check; later there is another, with its own answer")
    func shared() async {
        let begin = ContinuousClock.now
        let seconds = Mutex(0.0)
        let checks = Tally()
        let check = SharedCheck(now: { begin + .seconds(seconds.withLock(\.self)) }) {
            checks.add()
            return checks.count == 1 ? nil : "away"
        }
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<50 { group.addTask { await check.obstacle() } }
            for await answer in group { #expect(answer == nil) }
        }
        seconds.withLock { $0 = 0.9 }
        #expect(await check.obstacle() == nil && checks.count == 1)
        seconds.withLock { $0 = 1 }
        #expect(await check.obstacle() == "away")
        #expect(await check.obstacle() == "away" && checks.count == 2)
    }

    @Test("what the instance knows by itself is looked at each time, and needs no check")
    func known() async {
        let begin = ContinuousClock.now
        let known = Mutex<String?>(nil)
        let checks = Tally()
        let check = SharedCheck(now: { begin }, known: { known.withLock(\.self) }) {
            checks.add()
            return nil
        }
        #expect(await check.obstacle() == nil && checks.count == 1)
        known.withLock { $0 = "players wait" }
        #expect(await check.obstacle() == "players wait" && checks.count == 1)
        known.withLock { $0 = nil }
        #expect(await check.obstacle() == nil && checks.count == 1)
    }

    @Test("who began a check and is cancelled takes nothing from those who wait")
    func cancelled() async throws {
        let (gate, checks, executor) = (Gate(), Tally(), SteppedExecutor())
        let begin = ContinuousClock.now
        let check = SharedCheck(now: { begin }) {
            checks.add()
            await gate.pass()
            return Task.isCancelled ? "cancelled" : nil
        }
        let first = executor.begin { await check.obstacle() }
        try await executor.run(until: "the check is under way") { gate.waiting == 1 }
        let second = executor.begin { await check.obstacle() }
        first.cancel()
        gate.open()
        try await executor.run(until: "both are answered") { first.hasEnded && second.hasEnded }
        #expect(try second.value() == nil && checks.count == 1)
    }
}
