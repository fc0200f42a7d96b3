import Synchronization
import TestSupport
import RoundtableTestTools
import Testing

@testable import Roundtable

@Suite("Reads that many share", .timeLimit(.minutes(5)))
struct SharedReadsTests {
    private let session = SessionID(.numbered(1))
    private let executor = SteppedExecutor()
    private let desk = Desk()

    private func asker(_ number: Int) -> Asker { Asker(player: .numbered(number), local: nil) }

    /// Asks for a session, and goes as far as it can.
    private func ask(
        for session: SessionID, as asker: Asker? = nil, by reads: SharedReads<SessionRecord>
    ) -> SteppedTask<SessionRecord?> {
        executor.begin { try await reads.value(of: session, for: asker) }
    }

    /// Lets everybody read.
    private func open() {
        desk.gate.open()
        executor.run()
    }

    @Test("all who ask while a session is being read are answered by the next read, each of them once")
    func shared() async throws {
        let reads = SharedReads { session, askers throws(ServiceError) in try await desk.read(session, askers) }
        let first = ask(for: session, as: asker(0), by: reads)
        let others = (1..<1000).map { ask(for: session, as: asker($0 % 100), by: reads) }
        open()
        for task in [first] + others { #expect(try task.value() == nil) }
        #expect(desk.asked.map(\.count) == [1, 100])
    }

    @Test("so many sessions are read at the same time, and the others one after another")
    func bounded() async throws {
        let reads = SharedReads(limit: 4) { session, askers throws(ServiceError) in
            try await desk.read(session, askers)
        }
        let all = (0..<50).map { ask(for: SessionID(.numbered(UInt64($0))), by: reads) }
        #expect(desk.asked.count == 4)
        open()
        for task in all { _ = try task.value() }
        #expect(desk.asked.count == 50 && desk.mostAtOnce == 4)
    }

    @Test("a failure is everybody's who asked together, and nobody's afterwards")
    func failing() async throws {
        let reads = SharedReads(limit: 1) { session, askers throws(ServiceError) in
            try await desk.read(session, askers)
        }
        let busy = ask(for: SessionID(.numbered(2)), by: reads)
        let together = (0..<10).map { ask(for: session, as: asker($0), by: reads) }
        desk.fail(session)
        open()
        #expect(try busy.value() == nil)
        for task in together { #expect(throws: ServiceError.self) { try task.value() } }
        #expect(desk.asked.map(\.count) == [1, 10])
        #expect(try await reads.value(of: session, for: nil) == nil)
    }

    @Test("whoever reads for all and is cancelled leaves it to another")
    func cancelled() async throws {
        let reads = SharedReads<SessionRecord>(limit: 1) { session, askers throws(ServiceError) in
            try await desk.read(session, askers)
            guard !Task.isCancelled else { throw ServiceError(.internal, "cancelled") }
            return askers.map { _ in nil }
        }
        let busy = ask(for: SessionID(.numbered(2)), by: reads)
        let all = (0..<10).map { ask(for: session, as: asker($0), by: reads) }
        // NB: whoever came first is the one that reads.
        for task in all.prefix(5) { task.cancel() }
        open()
        #expect(try busy.value() == nil)
        for task in all.suffix(5) { #expect(try task.value() == nil) }
        for task in all.prefix(5) { #expect(throws: ServiceError.self) { try task.value() } }
        #expect(desk.asked.map(\.count) == [1, 10, 9, 8, 7, 6, 5])
    }
}

/// What reads, once its gate is open.
private final class Desk: Sendable {
    private struct State {
        var asked: [[Asker?]] = []
        var underWay = 0
        var mostAtOnce = 0
        var failing: SessionID?
    }

    let gate = Gate()
    private let state = Mutex(State())

    var asked: [[Asker?]] { state.withLock { $0.asked } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    /// Has the next read of a session fail.
    func fail(_ session: SessionID) { state.withLock { $0.failing = session } }

    @discardableResult
    func read(_ session: SessionID, _ askers: [Asker?]) async throws(ServiceError) -> [SessionRecord?] {
        state.withLock { state in
            state.asked.append(askers)
            state.underWay += 1
            state.mostAtOnce = max(state.mostAtOnce, state.underWay)
        }
        await gate.pass()
        let fails = state.withLock { state in
            state.underWay -= 1
            guard state.failing == session else { return false }
            state.failing = nil
            return true
        }
        if fails { throw ServiceError(.unavailable, "No.") }
        return askers.map { _ in nil }
    }
}
