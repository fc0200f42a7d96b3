import Synchronization

/// The number of requests that are being held, by whose they are.
final class Holdings: Sendable {
    /// Whom a held request counts for.
    enum Holder: Hashable, Sendable {
        case player(PlayerID)
        case session(SessionID)
        case network(ClientAddress.Network)
        case instance
    }

    private let limits: Quotas.Holding
    private let counts = Mutex<[Holder: Int]>([:])

    init(_ limits: Quotas.Holding) { self.limits = limits }

    /// Counts a request for each of its holders, unless one of them has as many as they may have.
    func enter(_ holders: [Holder]) -> Bool {
        counts.withLock { counts in
            guard holders.allSatisfy({ counts[$0, default: 0] < limit(of: $0) }) else { return false }
            for holder in holders { counts[holder, default: 0] += 1 }
            return true
        }
    }

    func leave(_ holders: [Holder]) {
        counts.withLock { counts in
            for holder in holders {
                let rest = counts[holder, default: 1] - 1
                counts[holder] = rest > 0 ? rest : nil
            }
        }
    }

    /// The number of all that are held.
    var count: Int { counts.withLock { $0[.instance] ?? 0 } }

    private func limit(of holder: Holder) -> Int {
        switch holder {
        case .player: limits.ofPlayer
        case .session: limits.ofSession
        case .network(let network):
            // NB: no network of many addresses keeps all others out.
            network.share == 1
                ? limits.ofAddress : max(limits.ofAddress, min(network.share * limits.ofAddress, limits.ofInstance / 4))
        case .instance: limits.ofInstance
        }
    }
}

/// A place that a held request has taken; free again when nobody has it any more.
package final class Place: Sendable {
    /// The quota that it is of.
    let quota: Quota
    private let holdings: Holdings
    private let holders: Mutex<[Holdings.Holder]>

    private init(of quota: Quota, _ holders: [Holdings.Holder], in holdings: Holdings) {
        self.quota = quota
        self.holdings = holdings
        self.holders = Mutex(holders)
    }

    /// A place for a request from an address, and of a player if one is known; nil if there is none.
    static func take(
        of quota: Quota, _ player: PlayerID?, _ address: ClientAddress, in holdings: Holdings
    ) -> Place? {
        let holders = address.networks.map(Holdings.Holder.network) + [.instance] + (player.map { [.player($0)] } ?? [])
        return holdings.enter(holders) ? Place(of: quota, holders, in: holdings) : nil
    }

    /// Counts the request for a session, too; false, and nothing, if that has as many as it may have.
    func enter(_ session: SessionID) -> Bool {
        guard holdings.enter([.session(session)]) else { return false }
        holders.withLock { $0.append(.session(session)) }
        return true
    }

    deinit { holdings.leave(holders.withLock { $0 }) }
}
