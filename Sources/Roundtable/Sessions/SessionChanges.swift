import Synchronization

/// Tells those who wait for a session that something about it may have changed. A hint, never the truth: who is told
/// reads again.
package final class SessionChanges: Sendable {
    private struct State {
        var nextID: UInt64 = 0
        var pulses: [SessionID: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var isClosed = false
    }

    /// How long a wait lasts at most before its session is read again, should a hint be lost.
    private static let recheck = Duration.seconds(5)

    private let state = Mutex(State())
    private let announce: @Sendable (SessionID) -> Void

    /// - Parameter announce: tells other instances; called after each change made by this one.
    package init(announce: @escaping @Sendable (SessionID) -> Void = { _ in }) { self.announce = announce }

    /// Says that this instance changed a session.
    package func didChange(_ session: SessionID) {
        wake(session)
        announce(session)
    }

    /// Wakes those who wait for a session here, because it changed here or elsewhere.
    package func wake(_ session: SessionID) {
        let pulses = state.withLock { Array(($0.pulses[session] ?? [:]).values) }
        for pulse in pulses { pulse.yield() }
    }

    /// Wakes everybody, because changes may have been missed.
    package func wakeAll() {
        let pulses = state.withLock { $0.pulses.values.flatMap(\.values) }
        for pulse in pulses { pulse.yield() }
    }

    /// Ends every wait, and those that begin later, so that an instance can stop.
    package func close() {
        let pulses = state.withLock { state in
            state.isClosed = true
            return state.pulses.values.flatMap(\.values)
        }
        for pulse in pulses { pulse.finish() }
    }

    /// Whether waits end at once, because the instance stops.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many wait at the moment.
    package var waiting: Int { state.withLock { $0.pulses.values.reduce(0) { $0 + $1.count } } }

    /// Looks at once, and again after each change, until the look finds something or the time is over.
    ///
    /// - Returns: what was found; nil if nothing was.
    package func watch<Found: Sendable>(
        _ session: SessionID, for duration: Duration, _ look: @Sendable () async throws -> Found?
    ) async throws -> Found? {
        let (pulses, pulse) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = enter(session, pulse)
        defer { leave(session, id) }
        pulse.yield()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.tick(pulse, for: duration) }
            defer { group.cancelAll() }
            for await _ in pulses {
                if let found = try await look() { return found }
            }
            return nil
        }
    }

    /// A pulse now and then until the time is over; then the end.
    private static func tick(_ pulse: AsyncStream<Void>.Continuation, for duration: Duration) async throws {
        defer { pulse.finish() }
        let deadline = ContinuousClock.now + duration
        while ContinuousClock.now < deadline {
            try await Task.sleep(until: min(deadline, .now + recheck), clock: .continuous)
            pulse.yield()
        }
    }

    private func enter(_ session: SessionID, _ pulse: AsyncStream<Void>.Continuation) -> UInt64 {
        state.withLock { state in
            state.nextID += 1
            if state.isClosed { pulse.finish() }
            state.pulses[session, default: [:]][state.nextID] = pulse
            return state.nextID
        }
    }

    private func leave(_ session: SessionID, _ id: UInt64) {
        state.withLock { state in
            state.pulses[session]?[id] = nil
            if state.pulses[session]?.isEmpty == true { state.pulses[session] = nil }
        }
    }
}
