/// The health of a database's servers, as the connections to them find it. The pool and the batchers of one configuration
/// share it: if one connection falls silent, all of them give up the older ones.
final class ServerHealth: Sendable {
    private struct State {
        /// Connections that were made before are not used again.
        var suspectedAt: ContinuousClock.Instant?
        /// The servers that did not answer, by where they are.
        var silentSince: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Locked(State())

    /// Gives up all connections that exist: the server behind them has fallen silent, or takes no writes any more.
    ///
    /// At most once a second, or each attempt would make a connection of its own to a server that takes no writes.
    func suspectConnections(now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            if let last = state.suspectedAt, last.duration(to: now) < .seconds(1) { return }
            state.suspectedAt = now
        }
    }

    func isSuspect(_ madeAt: ContinuousClock.Instant) -> Bool {
        state.withLock { state in state.suspectedAt.map { madeAt <= $0 } ?? false }
    }

    func note(_ server: PostgresConfiguration, isSilent: Bool, now: ContinuousClock.Instant = .now) {
        state.withLock { $0.silentSince[server.place] = isSilent ? now : nil }
    }

    /// The servers in the order in which to try them: those that did not answer lately come last.
    func ordered(
        _ servers: [PostgresConfiguration], now: ContinuousClock.Instant = .now
    ) -> [PostgresConfiguration] {
        guard servers.count > 1 else { return servers }
        let silent = state.withLock(\.silentSince).filter { $0.value.duration(to: now) < .seconds(30) }
        return servers.filter { silent[$0.place] == nil } + servers.filter { silent[$0.place] != nil }
    }
}

extension PostgresConfiguration {
    /// Where its server is.
    fileprivate var place: String {
        ["host", "hostaddr", "port"].map { parameters[$0] ?? "" }.joined(separator: " ")
    }
}
