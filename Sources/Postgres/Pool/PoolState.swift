import DequeModule

/// The pool's state and decisions, without side effects: each event returns the actions to perform after unlocking.
///
/// States of a connection: opening → idle ⇄ leased → closed. A failed attempt is repeated as
/// long as somebody waits, one at a time and after a delay that grows with the number of failures.
struct PoolState<Connection: Sendable, Waiter: Sendable>: Sendable {
    // Unique within the pool; waiters and connections share one sequence.
    typealias ConnectionID = Int
    typealias WaiterID = Int

    struct Lease: Sendable {
        let id: ConnectionID
        let connection: Connection
    }

    /// The actions to take once the lock is released.
    enum Action: Sendable {
        case open(ConnectionID, failures: Int)
        case hand(Lease, to: Waiter)
        case fail(Waiter, PostgresError)
        case close(Connection)
        case reportDrained
    }

    private struct Idle: Sendable {
        let lease: Lease
        let since: ContinuousClock.Instant
    }

    private let maximumConnections: Int
    private var idle: [Idle] = []
    private var connecting: Set<ConnectionID> = []
    private(set) var leasedCount = 0
    private var waiters: Deque<(id: WaiterID, waiter: Waiter)> = []
    private var lastID = 0
    private var failures = 0
    private var lastFailure: PostgresError?
    private var isClosed = false

    init(maximumConnections: Int) { self.maximumConnections = maximumConnections }

    var connections: PostgresPoolMetrics.Connections {
        .init(used: leasedCount, idle: idle.count, connecting: connecting.count)
    }
    var connectionCount: Int { idle.count + connecting.count + leasedCount }

    /// Whether a first attempt to connect is under way, so that nobody knows yet whether it fails.
    var isConnecting: Bool { failures == 0 && !connecting.isEmpty }

    /// Makes an ID for a waiter or a connection.
    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Takes the idle connection used last, if nobody waits.
    mutating func takeIdle() -> Lease? {
        guard !isClosed, waiters.isEmpty, let newest = idle.popLast() else { return nil }
        leasedCount += 1
        return newest.lease
    }

    mutating func wait(_ id: WaiterID, _ waiter: Waiter) -> [Action] {
        guard !isClosed else { return [.fail(waiter, PostgresError(.closed))] }
        waiters.append((id, waiter))
        return serveWaiters()
    }

    /// Somebody does not want to wait any longer; nil for the error that a missed deadline deserves.
    mutating func giveUp(_ id: WaiterID, because error: PostgresError? = nil) -> [Action] {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return [] }
        return [.fail(waiters.remove(at: index).waiter, error ?? missedDeadline)]
    }

    private var missedDeadline: PostgresError {
        guard failures > 0, let lastFailure else {
            return PostgresError(.waitDeadlineExceeded, isSafeToRetry: true)
        }
        return lastFailure
    }

    mutating func opened(_ id: ConnectionID, _ connection: Connection, now: ContinuousClock.Instant) -> [Action] {
        connecting.remove(id)
        failures = 0
        guard !isClosed else { return [.close(connection)] }
        idle.append(Idle(lease: Lease(id: id, connection: connection), since: now))
        return serveWaiters()
    }

    mutating func openingFailed(_ id: ConnectionID, _ error: PostgresError) -> [Action] {
        connecting.remove(id)
        failures += 1
        lastFailure = error
        return serveWaiters()
    }

    mutating func release(_ lease: Lease, isUsable: Bool, now: ContinuousClock.Instant) -> [Action] {
        leasedCount -= 1
        if isClosed {
            return [.close(lease.connection)] + (leasedCount == 0 ? [.reportDrained] : [])
        }
        guard isUsable else { return [.close(lease.connection)] + serveWaiters() }
        idle.append(Idle(lease: lease, since: now))
        return serveWaiters()
    }

    /// Takes one connection that nobody has used since then, to see whether it still lives.
    mutating func takeIdle(unusedSince limit: ContinuousClock.Instant) -> Lease? {
        guard !isClosed, let index = idle.firstIndex(where: { $0.since <= limit }) else { return nil }
        leasedCount += 1
        return idle.remove(at: index).lease
    }

    mutating func close() -> [Action] {
        guard !isClosed else { return leasedCount == 0 ? [.reportDrained] : [] }
        isClosed = true
        defer {
            waiters.removeAll()
            idle.removeAll()
        }
        return waiters.map { .fail($0.waiter, PostgresError(.closed)) } + idle.map { .close($0.lease.connection) }
            + (leasedCount == 0 ? [.reportDrained] : [])
    }

    /// Hands out what is idle and asks for as many new connections as are wanted and allowed.
    private mutating func serveWaiters() -> [Action] {
        var actions: [Action] = []
        while !waiters.isEmpty, let newest = idle.popLast() {
            leasedCount += 1
            actions.append(.hand(newest.lease, to: waiters.removeFirst().waiter))
        }
        // While the server does not answer, one attempt at a time is enough to notice that it is back.
        let wanted = failures > 0 ? min(waiters.count, 1) : waiters.count
        while connecting.count < wanted, connectionCount < maximumConnections {
            let id = makeID()
            connecting.insert(id)
            actions.append(.open(id, failures: failures))
        }
        return actions
    }
}
