import Synchronization
import TestSupport
import Testing

@testable import Roundtable

@Suite("Reads that many share", .timeLimit(.minutes(5)))
struct SharedReadsTests {
    private let session = SessionID(.numbered(1))

    private func asker(_ number: Int) -> Asker { Asker(player: .numbered(number), local: nil) }

    @Test("all who ask while a session is being read are answered by the next read, each of them once")
    func shared() async throws {
        let desk = Desk()
        let reads = SharedReads { session, askers throws(ServiceError) in try await desk.read(session, askers) }
        let first = Task { try await reads.value(of: session, for: asker(0)) }
        await desk.reads(1)
        let others = (1..<1000).map { number in
            Task {
                desk.begin()
                return try await reads.value(of: session, for: asker(number % 100))
            }
        }
        while desk.begun < others.count { await Task.yield() }
        desk.goOn()
        _ = try await first.value
        for other in others { #expect(try await other.value == nil) }
        let asked = desk.asked.map(\.count)
        #expect(asked.count <= 3 && asked.allSatisfy { $0 <= 100 }, "\(asked)")
    }

    @Test("so many sessions are read at the same time, and the others one after another")
    func bounded() async throws {
        let desk = Desk()
        let reads = SharedReads(limit: 4) { session, askers throws(ServiceError) in
            try await desk.read(session, askers)
        }
        let all = (0..<50).map { number in
            Task { try await reads.value(of: SessionID(.numbered(UInt64(number))), for: nil) }
        }
        await desk.reads(4)
        try await Task.sleep(for: .milliseconds(50))
        #expect(desk.asked.count == 4)
        desk.goOn()
        for read in all { _ = try await read.value }
        #expect(desk.asked.count == 50 && desk.mostAtOnce == 4)
    }

    @Test("a failure is everybody's who asked together, and nobody's afterwards")
    func failing() async throws {
        let desk = Desk()
        desk.goOn()
        desk.fail()
        let reads = SharedReads { session, askers throws(ServiceError) in try await desk.read(session, askers) }
        await #expect(throws: ServiceError.self) { try await reads.value(of: session, for: nil) }
        #expect(try await reads.value(of: session, for: nil) == nil)
    }

    @Test("whoever reads for all and is cancelled leaves it to another")
    func cancelled() async throws {
        let desk = Desk()
        let reads = SharedReads<SessionRecord>(limit: 1) { session, askers throws(ServiceError) in
            try await desk.read(session, askers)
            guard !Task.isCancelled else { throw ServiceError(.internal, "cancelled") }
            return askers.map { _ in nil }
        }
        let busy = Task { try await reads.value(of: SessionID(.numbered(2)), for: nil) }
        await desk.reads(1)
        let all = (0..<10).map { number in Task { try await reads.value(of: session, for: asker(number)) } }
        try await Task.sleep(for: .milliseconds(50))
        // NB: whoever came last is the one that reads.
        for task in all.suffix(5) { task.cancel() }
        desk.goOn()
        _ = try await busy.value
        for task in all.prefix(5) { #expect(try await task.value == nil) }
        for task in all { _ = await task.result }
    }
}

/// What reads, as slowly as a test wants.
private final class Desk: Sendable {
    private struct State {
        var asked: [[Asker?]] = []
        var begun = 0
        var underWay = 0
        var mostAtOnce = 0
        var goesOn = false
        var fails = false
    }

    private let state = Mutex(State())

    var asked: [[Asker?]] { state.withLock { $0.asked } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    /// How many are about to ask.
    var begun: Int { state.withLock { $0.begun } }

    func begin() { state.withLock { $0.begun += 1 } }

    func goOn() { state.withLock { $0.goesOn = true } }

    func fail() { state.withLock { $0.fails = true } }

    func isQuiet(since count: Int) -> Bool { state.withLock { $0.asked.count < count } }

    func reads(_ count: Int) async { while isQuiet(since: count) { await Task.yield() } }

    @discardableResult
    func read(_ session: SessionID, _ askers: [Asker?]) async throws(ServiceError) -> [SessionRecord?] {
        state.withLock { state in
            state.asked.append(askers)
            state.underWay += 1
            state.mostAtOnce = max(state.mostAtOnce, state.underWay)
        }
        while !state.withLock({ $0.goesOn }) { await Task.yield() }
        let fails = state.withLock { state in
            defer { state.fails = false }
            state.underWay -= 1
            return state.fails
        }
        if fails { throw ServiceError(.unavailable, "No.") }
        return askers.map { _ in nil }
    }
}
