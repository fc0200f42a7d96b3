import Synchronization
import TestSupport
import RoundtableTestTools
import Testing

@testable import Roundtable

@Suite("Places that groups take turns at", .timeLimit(.minutes(5)))
final class FairQueueTests: Sendable {
    private struct Refused: Error, Equatable {
        let refusal: FairQueue<String>.Refusal
    }

    private let queue = FairQueue<String>(places: 1, waiting: 6, ofGroup: 4)
    private let gate = Gate()
    private let served = Mutex<[String]>([])
    private let executor = SteppedExecutor()

    /// Comes, and goes as far as it may.
    private func work(for group: String, in other: FairQueue<String>? = nil) -> SteppedTask<Void> {
        let queue = other ?? queue
        return executor.begin { [self] in
            try await queue.withPlace(for: group, refused: { Refused(refusal: $0) }) { () async throws(Refused) in
                served.withLock { $0.append(group) }
                await gate.pass()
            }
        }
    }

    /// Comes, one after another.
    private func come(_ groups: [String], to queue: FairQueue<String>? = nil) -> [SteppedTask<Void>] {
        groups.map { work(for: $0, in: queue) }
    }

    /// Opens the gate, and returns when nobody can go on.
    private func open() {
        gate.open()
        executor.run()
    }

    @Test("a free place goes round the groups that wait, whoever has more in line")
    func turns() async throws {
        let tasks = come(["a", "a", "a", "a", "b", "c", "b"])
        open()
        for task in tasks { try task.value() }
        #expect(served.withLock { $0 } == ["a", "a", "b", "c", "a", "b", "a"])
    }

    @Test("of a group so many wait, and then others still do")
    func bounded() async throws {
        let waiting = come(["a", "a", "a", "a", "a"])
        #expect(throws: Refused(refusal: .groupIsFull)) { try work(for: "a").value() }
        let others = come(["b", "c"])
        #expect(throws: Refused(refusal: .isFull)) { try work(for: "b").value() }
        open()
        for task in waiting + others { try task.value() }
        try work(for: "a").value()
        #expect(served.withLock { $0.count } == 8)
    }

    @Test("where as many wait as may, those who come first of their group wait instead of the last of the largest one")
    func displaced() async throws {
        let queue = FairQueue<String>(places: 1, waiting: 3, ofGroup: 3)
        let large = come(["a", "a", "a", "a"], to: queue)
        let small = come(["b", "c"], to: queue)
        for task in large.suffix(2) { #expect(throws: Refused(refusal: .isFull)) { try task.value() } }
        #expect(throws: Refused(refusal: .isFull)) { try work(for: "d", in: queue).value() }
        open()
        for task in large.prefix(2) + small { try task.value() }
        #expect(served.withLock { $0 } == ["a", "a", "b", "c"])
    }

    @Test("of a group only so many work at once, and the free places are others'")
    func eachGroup() async throws {
        let queue = FairQueue<String>(places: 4, eachGroup: 2, waiting: 9, ofGroup: 9)
        let tasks = come(["a", "a", "a", "a", "b", "b", "b", "c"], to: queue)
        #expect(served.withLock { $0 } == ["a", "a", "b", "b"])
        open()
        for task in tasks { try task.value() }
        #expect(served.withLock { $0.sorted() } == ["a", "a", "a", "a", "b", "b", "b", "c"])
        // All places are free again.
        for group in ["a", "a", "b", "c"] { try work(for: group, in: queue).value() }
    }

    @Test("a place is free again after a failure")
    func failing() async throws {
        for _ in 0..<3 {
            await #expect(throws: Refused(refusal: .isFull)) {
                try await queue.withPlace(for: "a", refused: { Refused(refusal: $0) }) { () async throws(Refused) in
                    throw Refused(refusal: .isFull)
                }
            }
        }
    }
}
