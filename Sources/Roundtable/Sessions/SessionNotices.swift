import Synchronization

/// Notifies the watches of a session that something about it may have changed. A notification carries no state: whoever
/// gets it reads again.
package final class SessionNotices: Sendable {
    private struct Room {
        var signals: [ObjectIdentifier: Signal] = [:]
        /// When all signals were last notified.
        var notifiedAt = ContinuousClock.now
    }

    private struct State {
        var rooms: [SessionID: Room] = [:]
        var isClosed = false

        var signals: [Signal] { rooms.values.flatMap(\.signals.values) }
    }

    private let state = Mutex(State())
    private let announce: @Sendable (SessionID) -> Void

    /// - Parameter announce: notifies other instances; called after each change made by this one.
    package init(announce: @escaping @Sendable (SessionID) -> Void = { _ in }) { self.announce = announce }

    /// Says that this instance changed a session, for one player if the change is shown to nobody else.
    package func didChange(_ session: SessionID, for player: PlayerID? = nil) {
        wake(session, player)
        announce(session)
    }

    /// Notifies the watches of a session here, or those of one player, because it changed here or elsewhere.
    package func wake(_ session: SessionID, _ player: PlayerID? = nil) {
        let signals = state.withLock { state -> [Signal] in
            guard let room = state.rooms[session] else { return [] }
            if player == nil { state.rooms[session]?.notifiedAt = .now }
            return room.signals.values.filter { player == nil || $0.player == player }
        }
        for signal in signals { signal.notify(.change) }
    }

    /// Has the watches of a session look again, unless all of them were notified since a moment.
    package func recheck(_ session: SessionID, unlessNotifiedSince moment: ContinuousClock.Instant) {
        let signals = state.withLock { state -> [Signal] in
            guard let room = state.rooms[session], room.notifiedAt < moment else { return [] }
            state.rooms[session]?.notifiedAt = .now
            return Array(room.signals.values)
        }
        for signal in signals { signal.notify(.recheck) }
    }

    /// Notifies all watches, because changes may have been missed.
    package func wakeAll() {
        for signal in state.withLock(\.signals) { signal.notify(.change) }
    }

    /// Ends every watch, and those that begin later, so that an instance can stop.
    package func close() {
        let signals = state.withLock { state in
            state.isClosed = true
            return state.signals
        }
        for signal in signals { signal.end() }
    }

    /// Whether watches end at once, because the instance stops.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of those who watch at the moment.
    package var waiting: Int { state.withLock { $0.rooms.values.reduce(0) { $0 + $1.signals.count } } }

    /// Begins to watch a session: from now on no change is missed.
    ///
    /// - Parameters:
    ///   - player: who watches; nil for nobody who is known.
    ///   - place: what is given back when the watch is over.
    package func watch(_ session: SessionID, by player: PlayerID? = nil, in place: Place? = nil) -> Watch {
        let signal = Signal(for: player)
        let isClosed = state.withLock { state in
            state.rooms[session, default: Room()].signals[ObjectIdentifier(signal)] = signal
            return state.isClosed
        }
        if isClosed { signal.end() }
        return Watch(session, by: signal, of: self, in: place)
    }

    fileprivate func leave(_ session: SessionID, _ signal: Signal) {
        state.withLock { state in
            state.rooms[session]?.signals[ObjectIdentifier(signal)] = nil
            if state.rooms[session]?.signals.isEmpty == true { state.rooms[session] = nil }
        }
    }
}

/// Somebody's watch of a session, over when nobody has it any more.
package final class Watch: Sendable {
    /// The reason to look at a session.
    package enum Occasion: Sendable {
        /// It has changed, or a notification may have been lost.
        case change
        /// Nobody has said so, for some seconds.
        case recheck
    }

    /// The longest time that a session is watched before it is read again, should a notification be lost.
    private static let recheck = Duration.seconds(5)

    package let session: SessionID
    private let signal: Signal
    private let changes: SessionNotices
    /// The place in a quota that is given back when the watch is over.
    let place: Place?

    fileprivate init(_ session: SessionID, by signal: Signal, of changes: SessionNotices, in place: Place?) {
        self.session = session
        self.signal = signal
        self.changes = changes
        self.place = place
    }

    deinit { changes.leave(session, signal) }

    /// Ends the watch, whoever waits for it: nobody is there any more to be notified.
    package func end() { signal.end() }

    /// Whether the watch has ended, and finds nothing any more.
    package var hasEnded: Bool { signal.hasEnded }

    /// Looks after each change since the watch began, until the look finds something, the watch ends, or the time is
    /// over.
    ///
    /// - Returns: what was found; nil if nothing was.
    package func next<Found: Sendable>(
        for duration: Duration, _ look: (Occasion) async throws -> Found?
    ) async throws -> Found? {
        let deadline = ContinuousClock.now + duration
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.tick(until: deadline) }
            defer { group.cancelAll() }
            while let occasion = await signal.occasion(before: deadline) {
                if let found = try await look(occasion) { return found }
            }
            return nil
        }
    }

    /// Has all watches of the session look again, now and then; and whoever waits here, when the time is over.
    private func tick(until deadline: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < deadline {
            try await Task.sleep(until: min(deadline, .now + Self.recheck), clock: .continuous)
            if ContinuousClock.now < deadline { changes.recheck(session, unlessNotifiedSince: .now - Self.recheck) }
        }
        signal.wake()
    }
}

/// The condition that one watch waits for.
private final class Signal: Sendable {
    struct State {
        /// Why who waits is to look; nil if there is no reason.
        var occasion: Watch.Occasion?
        var hasEnded = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// The player who watches; nil for somebody without a credential.
    let player: PlayerID?
    private let state = Mutex(State())

    init(for player: PlayerID?) { self.player = player }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func notify(_ occasion: Watch.Occasion) { wake { if $0.occasion != .change { $0.occasion = occasion } } }

    /// There is nothing to wait for any more.
    func end() { wake { $0.hasEnded = true } }

    /// Lets who waits look at the time, and whatever else is to be known.
    func wake(_ change: (inout State) -> Void = { _ in }) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits until there is a reason to look; nil if the time is over, the signal has ended or the task is cancelled
    /// before.
    func occasion(before deadline: ContinuousClock.Instant) async -> Watch.Occasion? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isOver =
                        state.occasion != nil || state.hasEnded || Task.isCancelled || ContinuousClock.now >= deadline
                    if !isOver { state.waiter = continuation }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        return state.withLock { state in
            defer { state.occasion = nil }
            return state.hasEnded || Task.isCancelled ? nil : state.occasion
        }
    }
}
