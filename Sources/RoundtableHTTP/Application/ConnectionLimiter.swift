package import HTTPConnection
package import Metrics
package import NIOCore
import Roundtable
import Synchronization

/// Bounds the connections of an instance, and the bytes that are kept for them: in all, and by where they come from.
///
/// An address has an eighth at most, and a network a quarter. When all is used up, it is not the newcomer who is
/// refused but the network that has most: its connection with the most bytes is closed.
///
/// NB: whoever finds no place is closed at once. To answer, the connection would have to be kept until the client has
/// taken the answer, which is what there is no place for; and clients and balancers know that a connection which ends
/// before an answer has done nothing, so that they may try again elsewhere.
package final class ConnectionLimiter: ConnectionGate {
    /// What connections may take up.
    package struct Limits: Sendable {
        /// Connections in all: more than may be held at the same time, so that some are left for those who only ask.
        package var inAll: Int
        /// Connections of an address, which may be that of a school, if an eighth of all is not less; nil for as many
        /// as there are.
        package var ofAddress: Int?
        /// Bytes that are kept for connections: of requests that have not come as a whole or wait for their turn, and
        /// of answers that clients do not take.
        package var bytes = 64 << 20

        package init(inAll: Int = 40_000, ofAddress: Int? = 4096) {
            self.inAll = inAll
            self.ofAddress = ofAddress
        }

        /// What the connections of a network may take up, which leaves some to all others.
        fileprivate func most(of network: CountedNetwork) -> ConnectionUse {
            let part = network.isAddress ? 8 : 4
            let connections = ofAddress.map { min($0 * network.share, max(1, inAll / part)) } ?? inAll
            return ConnectionUse(connections: connections, bytes: bytes / part)
        }
    }

    /// Whose limit is reached.
    package enum Owner: String, CaseIterable, Sendable {
        case address, instance
    }

    private let limits: Limits
    private let proxies: TrustedProxies
    private let refusals: CounterFamily<Owner>
    private let state = Mutex(ConnectionBook())

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
    /// The number of bytes that are kept for them.
    package var keptBytes: Int { state.withLock { $0.all.bytes } }

    package func enter(
        from peer: SocketAddress?, closing close: @escaping @Sendable () -> Void
    ) -> (any ConnectionPlace)? {
        let networks = proxies.trust(peer) ? [] : CountedNetwork.networks(of: peer)
        let (id, full, closed) = state.withLock { book -> (ConnectionBook.ID?, Owner?, ConnectionBook.Entry?) in
            for network in networks where book.use(of: network).connections >= limits.most(of: network).connections {
                return (nil, .address, nil)
            }
            var closed: ConnectionBook.Entry?
            if book.all.connections >= limits.inAll {
                guard let heaviest = book.heaviest(inPlaceOf: networks.last) else { return (nil, .instance, nil) }
                closed = book.remove(heaviest)
            }
            return (book.add(networks, closing: close), closed == nil ? nil : .instance, closed)
        }
        if let full { refusals.count(full) }
        closed?.close()
        return id.map { Place($0, in: self) }
    }

    private func keep(_ bytes: Int, for id: ConnectionBook.ID) -> Bool {
        let (isKept, closed) = state.withLock { book -> (Bool, [ConnectionBook.Entry]) in
            // NB: a connection that was closed for others counts nothing any more.
            guard let entry = book.entry(of: id) else { return (bytes == 0, []) }
            let more = bytes - entry.bytes
            var closed: [ConnectionBook.Entry] = []
            if more > 0 {
                for network in entry.networks
                where book.use(of: network).bytes + more > limits.most(of: network).bytes { return (false, []) }
                while book.all.bytes + more > limits.bytes {
                    guard let heaviest = book.heaviest(than: id, having: more) else { return (false, closed) }
                    if let entry = book.remove(heaviest) { closed.append(entry) }
                }
            }
            book.set(bytes, of: id)
            return (true, closed)
        }
        for entry in closed {
            refusals.count(.instance)
            entry.close()
        }
        return isKept
    }

    private final class Place: ConnectionPlace {
        private let id: ConnectionBook.ID
        private let limiter: ConnectionLimiter

        init(_ id: ConnectionBook.ID, in limiter: ConnectionLimiter) {
            self.id = id
            self.limiter = limiter
        }

        func keep(bytes: Int) -> Bool { limiter.keep(bytes, for: id) }

        deinit { limiter.state.withLock { _ = $0.remove(id) } }
    }
}
