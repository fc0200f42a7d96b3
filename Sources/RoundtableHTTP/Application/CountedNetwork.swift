import NIOCore
import Roundtable

/// A network whose connections count together.
enum CountedNetwork: Hashable, Sendable {
    case network(ClientAddress.Network)
    /// The 256 addresses of IPv4 that have the first 24 bits in common, of which one owner usually has all.
    case block(UInt32)

    /// The networks of the other end of a connection, the widest last.
    static func networks(of peer: SocketAddress?) -> [CountedNetwork] {
        let networks = ClientAddress(peer).networks.map { CountedNetwork.network($0) }
        let bytes = peer?.withAddressBytes { TrustedProxies.unmapped(Array($0)) } ?? []
        guard bytes.count == 4 else { return networks }
        return networks + [.block(bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1) })]
    }

    /// How many times as much it may use as one address.
    var share: Int {
        switch self {
        case .network(let network): network.share
        case .block: 16
        }
    }

    /// Whether it is one address, or all that whoever has one IPv6 address has.
    var isAddress: Bool { share == 1 }
}
