import Testing

@testable import Postgres

@Suite("Pool state")
struct PoolStateTests {
    typealias State = PoolState<String, String>

    let now = ContinuousClock.now

    /// What a state machine asks for, in short.
    func short(_ actions: [State.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .open(_, let failures): "open after \(failures)"
            case .hand(let lease, let waiter): "\(lease.connection) to \(waiter)"
            case .fail(let waiter, let error): "\(waiter) fails: \(error.code)"
            case .close(let connection): "close \(connection)"
            case .reportDrained: "drained"
            }
        }
    }

    /// Opens a connection for somebody who waits.
    func grow(_ state: inout State, _ connection: String, for waiter: String) throws -> State.Lease {
        let actions = state.wait(state.makeID(), waiter)
        guard case .open(let id, _) = try #require(actions.first) else { throw PostgresError(.unsupported) }
        let opened = state.opened(id, connection, now: now)
        guard case .hand(let lease, _) = try #require(opened.first) else { throw PostgresError(.unsupported) }
        return lease
    }

    @Test("connections are made as long as somebody waits and the limit allows")
    func growth() {
        var state = State(maximumConnections: 2)
        #expect(short(state.wait(1, "a")) == ["open after 0"])
        #expect(short(state.wait(2, "b")) == ["open after 0"])
        #expect(short(state.wait(3, "c")) == [])
        #expect(state.connectionCount == 2)
    }

    @Test("those who wait are served in the order in which they came")
    func fairness() throws {
        var state = State(maximumConnections: 1)
        let lease = try grow(&state, "x", for: "a")
        #expect(short(state.wait(2, "b")) == [])
        #expect(short(state.wait(3, "c")) == [])
        #expect(short(state.release(lease, isUsable: true, now: now)) == ["x to b"])
        #expect(short(state.release(lease, isUsable: true, now: now)) == ["x to c"])
        #expect(state.leasedCount == 1)
    }

    @Test("nobody overtakes those who wait")
    func noOvertaking() throws {
        var state = State(maximumConnections: 1)
        let lease = try grow(&state, "x", for: "a")
        #expect(short(state.wait(2, "b")) == [])
        #expect(state.takeIdle() == nil)
        #expect(short(state.release(lease, isUsable: true, now: now)) == ["x to b"])
    }

    @Test("a broken connection is closed and replaced for those who wait")
    func replacement() throws {
        var state = State(maximumConnections: 1)
        let lease = try grow(&state, "x", for: "a")
        #expect(short(state.wait(2, "b")) == [])
        #expect(short(state.release(lease, isUsable: false, now: now)) == ["close x", "open after 0"])
    }

    @Test("failed attempts are repeated one at a time while somebody waits, and not any longer")
    func repeatedFailures() throws {
        var state = State(maximumConnections: 4)
        let refused = PostgresError(.connectionFailed)
        #expect(short(state.wait(100, "a") + state.wait(101, "b")).count == 2)
        #expect(short(state.openingFailed(1, refused)) == [])
        #expect(short(state.openingFailed(2, refused)) == ["open after 2"])
        #expect(short(state.giveUp(100)) == ["a fails: connectionFailed"])
        #expect(short(state.giveUp(101, because: PostgresError(.cancelled))) == ["b fails: cancelled"])
        #expect(short(state.openingFailed(3, refused)) == [])
        #expect(state.connectionCount == 0)
    }

    @Test("a missed deadline in a full pool says so")
    func missedDeadline() throws {
        var state = State(maximumConnections: 1)
        _ = try grow(&state, "x", for: "a")
        #expect(short(state.wait(7, "b")) == [])
        #expect(short(state.giveUp(7)) == ["b fails: waitDeadlineExceeded"])
        #expect(short(state.giveUp(7)) == [])
    }

    @Test("the connection used last is lent first, and the oldest is checked")
    func order() throws {
        var state = State(maximumConnections: 2)
        let (first, second) = (try grow(&state, "x", for: "a"), try grow(&state, "y", for: "b"))
        #expect(short(state.release(first, isUsable: true, now: now)) == [])
        #expect(short(state.release(second, isUsable: true, now: now + .seconds(1))) == [])
        #expect(state.takeIdle(unusedSince: now - .seconds(1)) == nil)
        #expect(state.takeIdle(unusedSince: now)?.connection == "x")
        #expect(state.takeIdle()?.connection == "y")
    }

    @Test("closing fails who waits, closes what is idle, and reports when the last lease is back")
    func closing() throws {
        var state = State(maximumConnections: 2)
        let (first, second) = (try grow(&state, "x", for: "a"), try grow(&state, "y", for: "b"))
        #expect(short(state.wait(9, "c")) == [])
        #expect(short(state.close()) == ["c fails: closed"])
        #expect(short(state.wait(10, "d")) == ["d fails: closed"])
        #expect(short(state.release(first, isUsable: true, now: now)) == ["close x"])
        #expect(short(state.release(second, isUsable: true, now: now)) == ["close y", "drained"])
    }

    @Test("a connection that comes about after closing is closed")
    func lateConnection() {
        var state = State(maximumConnections: 1)
        #expect(short(state.wait(5, "a")) == ["open after 0"])
        #expect(short(state.close()) == ["a fails: closed", "drained"])
        #expect(short(state.opened(1, "x", now: now)) == ["close x"])
    }
}
