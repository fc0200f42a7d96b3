import Synchronization
import TestSupport
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
    private let asked = Tally()

    private func work(for group: String, in other: FairQueue<String>? = nil) -> Task<Void, any Error> {
        let task = Task {
            asked.add()
            let queue = other ?? queue
            try await queue.withPlace(for: group, refused: { Refused(refusal: $0) }) { () async throws(Refused) in
                served.withLock { $0.append(group) }
                await gate.pass()
            }
        }
        return task
    }

    /// Comes, one after another.
    private func come(_ groups: [String], to queue: FairQueue<String>? = nil) async -> [Task<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        for group in groups {
            let count = asked.count
            tasks.append(work(for: group, in: queue))
            while asked.count == count { await Task.yield() }
            for _ in 0..<100 { await Task.yield() }
        }
        return tasks
    }

    @Test("a free place goes round the groups that wait, whoever has more in line")
    func turns() async throws {
        let tasks = await come(["a", "a", "a", "a", "b", "c", "b"])
        gate.open()
        for task in tasks { try await task.value }
        #expect(served.withLock { $0 } == ["a", "a", "b", "c", "a", "b", "a"])
    }

    @Test("of a group so many wait, and then others still do")
    func bounded() async throws {
        let waiting = await come(["a", "a", "a", "a", "a"])
        await #expect(throws: Refused(refusal: .groupIsFull)) { try await work(for: "a").value }
        let others = await come(["b", "c"])
        await #expect(throws: Refused(refusal: .isFull)) { try await work(for: "b").value }
        gate.open()
        for task in waiting + others { try await task.value }
        try await work(for: "a").value
        #expect(served.withLock { $0.count } == 8)
    }

    @Test("where as many wait as may, those who come first of their group wait instead of the last of the largest one")
    func displaced() async throws {
        let queue = FairQueue<String>(places: 1, waiting: 3, ofGroup: 3)
        let large = await come(["a", "a", "a", "a"], to: queue)
        let small = await come(["b", "c"], to: queue)
        for task in large.suffix(2) { await #expect(throws: Refused(refusal: .isFull)) { try await task.value } }
        await #expect(throws: Refused(refusal: .isFull)) { try await work(for: "d", in: queue).value }
        gate.open()
        for task in large.prefix(2) + small { try await task.value }
        #expect(served.withLock { $0 } == ["a", "a", "b", "c"])
    }

    @Test("of a group only so many work at once, and the free places are others'")
    func eachGroup() async throws {
        let queue = FairQueue<String>(places: 4, eachGroup: 2, waiting: 9, ofGroup: 9)
        let tasks = await come(["a", "a", "a", "a", "b", "b", "b", "c"], to: queue)
        #expect(served.withLock { $0 } == ["a", "a", "b", "b"])
        gate.open()
        for task in tasks { try await task.value }
        #expect(served.withLock { $0.sorted() } == ["a", "a", "a", "a", "b", "b", "b", "c"])
        // All places are free again.
        for group in ["a", "a", "b", "c"] { try await work(for: group, in: queue).value }
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
