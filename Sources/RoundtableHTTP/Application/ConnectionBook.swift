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

/// What some connections take up.
struct ConnectionUse: Sendable {
    var connections = 0
    var bytes = 0
}

/// All connections with what is kept for them, by where they come from.
struct ConnectionBook: Sendable {
    typealias ID = UInt64

    struct Entry: Sendable {
        /// The networks in which it is counted, the widest last; none for a proxy's.
        let networks: [CountedNetwork]
        let close: @Sendable () -> Void
        fileprivate(set) var bytes = 0
    }

    /// Those whose connections are compared with those of others: the widest network, or all proxies together.
    private typealias Group = CountedNetwork?

    /// What all take up.
    private(set) var all = ConnectionUse()
    private var entries: [ID: Entry] = [:]
    /// Of the networks that have connections, and of no others.
    private var networks: [CountedNetwork: ConnectionUse] = [:]
    private var groups: [Group: (members: Set<ID>, use: ConnectionUse)] = [:]
    private var byConnections = Magnitudes<Group>()
    private var byBytes = Magnitudes<Group>()
    private var lastID: ID = 0

    func entry(of id: ID) -> Entry? { entries[id] }

    func use(of network: CountedNetwork) -> ConnectionUse { networks[network] ?? ConnectionUse() }

    /// Notes a connection for which nothing is kept yet.
    mutating func add(_ networks: [CountedNetwork], closing close: @escaping @Sendable () -> Void) -> ID {
        lastID += 1
        entries[lastID] = Entry(networks: networks, close: close)
        groups[networks.last, default: ([], ConnectionUse())].members.insert(lastID)
        change(networks, connections: 1, bytes: 0)
        return lastID
    }

    mutating func remove(_ id: ID) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        groups[entry.networks.last]?.members.remove(id)
        change(entry.networks, connections: -1, bytes: -entry.bytes)
        if groups[entry.networks.last]?.members.isEmpty == true { groups[entry.networks.last] = nil }
        return entry
    }

    mutating func set(_ bytes: Int, of id: ID) {
        guard let entry = entries[id] else { return }
        change(entry.networks, connections: 0, bytes: bytes - entry.bytes)
        entries[id]?.bytes = bytes
    }

    /// The connection with the most bytes of the network with the most connections, which makes room for another.
    ///
    /// - Returns: nil if the newcomer's network has no fewer itself; and proxies' connections give way to nobody's.
    func heaviest(inPlaceOf newcomer: CountedNetwork?) -> ID? {
        let own = groups[newcomer]?.use.connections ?? 0
        guard let (group, magnitude) = byConnections.largest, magnitude > Magnitudes<Group>.of(own + 1),
            let members = groups[group]?.members
        else { return nil }
        return heaviest(of: members)
    }

    /// The connection with the most bytes of those who have most.
    ///
    /// - Parameter more: what is to be kept in addition for another one.
    /// - Returns: nil if that other one would be it.
    func heaviest(than id: ID, having more: Int) -> ID? {
        guard let entry = entries[id], let own = groups[entry.networks.last] else { return nil }
        if let (group, magnitude) = byBytes.largest, magnitude > Magnitudes<Group>.of(own.use.bytes + more),
            let members = groups[group]?.members
        {
            return heaviest(of: members)
        }
        guard let heaviest = heaviest(of: own.members), entries[heaviest]?.bytes ?? 0 > entry.bytes + more else {
            return nil
        }
        return heaviest
    }

    private func heaviest(of members: Set<ID>) -> ID? {
        members.max { entries[$0]?.bytes ?? 0 < entries[$1]?.bytes ?? 0 }
    }

    private mutating func change(_ networks: [CountedNetwork], connections: Int, bytes: Int) {
        all.connections += connections
        all.bytes += bytes
        for network in networks {
            var use = self.networks[network] ?? ConnectionUse()
            use.connections += connections
            use.bytes += bytes
            self.networks[network] = use.connections == 0 ? nil : use
        }
        let group = networks.last
        let old = groups[group]?.use ?? ConnectionUse()
        groups[group]?.use.connections += connections
        groups[group]?.use.bytes += bytes
        if group != nil { byConnections.move(group, from: old.connections, to: old.connections + connections) }
        byBytes.move(group, from: old.bytes, to: old.bytes + bytes)
    }
}

/// Things in the order of their numbers' magnitudes, so that one of the largest is found at once, however many there
/// are and however often they change.
struct Magnitudes<Key: Hashable & Sendable>: Sendable {
    private var keys = [Set<Key>](repeating: [], count: Int.bitWidth)

    /// The number of binary digits.
    static func of(_ number: Int) -> Int { Int.bitWidth - max(0, number).leadingZeroBitCount }

    /// One of the things with the largest magnitude; nil if all are 0.
    var largest: (key: Key, magnitude: Int)? {
        for magnitude in keys.indices.reversed() where magnitude > 0 {
            if let key = keys[magnitude].first { return (key, magnitude) }
        }
        return nil
    }

    mutating func move(_ key: Key, from old: Int, to new: Int) {
        let (old, new) = (Self.of(old), Self.of(new))
        guard old != new else { return }
        keys[old].remove(key)
        if new > 0 { keys[new].insert(key) }
    }
}
