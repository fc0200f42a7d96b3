package import HTTPConnection
package import Metrics
package import NIOCore
import Roundtable
import Synchronization

/// Bounds the connections of an instance, and what is kept of bodies that come slowly: in all, and of each address.
///
/// NB: whoever finds no place is closed at once. To answer, the connection would have to be kept until the client has
/// taken the answer, which is what there is no place for; and clients and balancers know that a connection which ends
/// before an answer has done nothing, so that they may try again elsewhere.
package final class ConnectionLimiter: ConnectionGate {
    /// What connections may take up.
    package struct Limits: Sendable {
        /// Connections in all: more than may be held at the same time, so that some are left for those who only ask.
        package var inAll: Int
        /// Connections of an address, which may be that of a school; nil for as many as there are.
        package var ofAddress: Int?
        /// Bytes of bodies whose rest has not come, in all and of an address. Bodies that come as a whole don't count.
        package var bodyBytes = (inAll: 64 << 20, ofAddress: 4 << 20)

        /// The connections of a network, which leave some to all others; nil for as many as there are.
        func connections(of network: ClientAddress.Network) -> Int? {
            ofAddress.map { max(1, min($0 * network.share, inAll / 4)) }
        }

        /// Limits of connections.
        package init(inAll: Int = 40_000, ofAddress: Int? = 4096) {
            self.inAll = inAll
            self.ofAddress = ofAddress
        }
    }

    /// Whose limit is reached.
    package enum Owner: String, CaseIterable, Sendable {
        case address, instance
    }

    private struct Use {
        var connections = 0
        var bytes = 0
    }

    private struct State {
        var all = Use()
        /// Of the networks that have connections, and of no others.
        var networks: [ClientAddress.Network: Use] = [:]
    }

    private let limits: Limits
    private let proxies: TrustedProxies
    private let refusals: CounterFamily<Owner>
    private let state = Mutex(State())

    /// No connections yet.
    ///
    /// - Parameter proxies: those to whom only the limits of all apply, since they pass on what others ask.
    package init(_ limits: Limits, exempting proxies: TrustedProxies, _ factory: any MetricsFactory) {
        self.limits = limits
        self.proxies = proxies
        refusals = CounterFamily("roundtable_connections_refused_total", by: "limit", factory)
    }

    /// The number of connections.
    package var count: Int { state.withLock { $0.all.connections } }

    package func enter(from peer: SocketAddress?) -> (any ConnectionPlace)? {
        let networks = proxies.trust(peer) ? [] : ClientAddress(peer).networks
        let full = state.withLock { state -> Owner? in
            if state.all.connections >= limits.inAll { return .instance }
            if networks.contains(where: { network in
                limits.connections(of: network).map { state.networks[network]?.connections ?? 0 >= $0 } ?? false
            }) {
                return .address
            }
            state.all.connections += 1
            for network in networks { state.networks[network, default: Use()].connections += 1 }
            return nil
        }
        guard let full else { return Place(networks, in: self) }
        refusals.count(full)
        return nil
    }

    private func leave(_ networks: [ClientAddress.Network]) {
        state.withLock { state in
            state.all.connections -= 1
            for network in networks {
                state.networks[network]?.connections -= 1
                if state.networks[network]?.connections == 0 { state.networks[network] = nil }
            }
        }
    }

    private func add(bytes: Int, of networks: [ClientAddress.Network]) -> Bool {
        state.withLock { state in
            if bytes > 0 {
                let hasRoom = networks.allSatisfy { network in
                    (state.networks[network]?.bytes ?? 0) + bytes <= limits.bodyBytes.ofAddress * network.share
                }
                guard hasRoom, state.all.bytes + bytes <= limits.bodyBytes.inAll else { return false }
            }
            state.all.bytes += bytes
            for network in networks { state.networks[network]?.bytes += bytes }
            return true
        }
    }

    private final class Place: ConnectionPlace {
        private let networks: [ClientAddress.Network]
        private let limiter: ConnectionLimiter
        private let bytes = Mutex(0)

        init(_ networks: [ClientAddress.Network], in limiter: ConnectionLimiter) {
            self.networks = networks
            self.limiter = limiter
        }

        func keep(bytes count: Int) -> Bool {
            bytes.withLock { bytes in
                guard limiter.add(bytes: count - bytes, of: networks) else { return false }
                bytes = count
                return true
            }
        }

        deinit {
            _ = keep(bytes: 0)
            limiter.leave(networks)
        }
    }
}
