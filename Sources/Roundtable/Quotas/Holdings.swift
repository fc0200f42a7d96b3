import Synchronization

/// The number of requests of one quota that are being held, by whose they are.
final class Holdings: Sendable {
    /// Whom a held request counts for.
    enum Holder: Hashable, Sendable {
        case player(PlayerID)
        case session(SessionID)
        case network(ClientAddress.Network)
        case instance
    }

    let quota: Quota
    private let limits: Quotas.Holding
    private let counts = Mutex<[Holder: Int]>([:])

    init(of quota: Quota, _ limits: Quotas.Holding) {
        self.quota = quota
        self.limits = limits
    }

    /// A place for a request from an address, and of a player if one is known; nil if there is none.
    func place(for player: PlayerID?, from address: ClientAddress) -> Place? {
        let holders = address.networks.map(Holder.network) + [.instance] + (player.map { [.player($0)] } ?? [])
        return enter(holders) ? Place(holders, in: self) : nil
    }

    /// Counts a request for each of its holders, unless one of them has as many as they may have.
    fileprivate func enter(_ holders: [Holder]) -> Bool {
        counts.withLock { counts in
            guard holders.allSatisfy({ counts[$0, default: 0] < limit(of: $0) }) else { return false }
            for holder in holders { counts[holder, default: 0] += 1 }
            return true
        }
    }

    fileprivate func leave(_ holders: [Holder]) {
        counts.withLock { counts in
            for holder in holders {
                let rest = counts[holder, default: 1] - 1
                counts[holder] = rest > 0 ? rest : nil
            }
        }
    }

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
    let holdings: Holdings
    private let holders: Mutex<[Holdings.Holder]>

    fileprivate init(_ holders: [Holdings.Holder], in holdings: Holdings) {
        self.holdings = holdings
        self.holders = Mutex(holders)
    }

    /// Counts the request for a session, too; false, and nothing, if that has as many as it may have.
    func enter(_ session: SessionID) -> Bool {
        guard holdings.enter([.session(session)]) else { return false }
        holders.withLock { $0.append(.session(session)) }
        return true
    }

    deinit { holdings.leave(holders.withLock { $0 }) }
}
