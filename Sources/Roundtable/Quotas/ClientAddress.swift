import Foundation

/// Where a request comes from, as addresses are counted. An IPv4 address in the form of IPv6 is one of IPv4.
///
/// Whoever has one IPv6 address has all of its 64 bits, and often a network of 56 or 48 (RFC 6177). So an IPv6 address
/// is counted in three networks, each of which may use more than the one within it.
package struct ClientAddress: Hashable, Sendable {
    /// All whose requests count together.
    package struct Network: Hashable, Sendable {
        /// The address of four bytes, or the first bits of one of sixteen.
        fileprivate let value: UInt64
        /// The number of bits of an IPv6 address; nil for an IPv4 address.
        fileprivate let length: UInt8?
        /// How many times as much it may use as one address.
        package let share: Int
    }

    /// The lengths of the IPv6 networks that are counted, and how many times as much each may use as one address.
    private static let widths: [(length: UInt8, share: Int)] = [(64, 1), (56, 4), (48, 16)]
    /// How many times as much each of an address's networks may use as one address.
    static let shares = widths.map(\.share)

    /// The whole address, or its first 64 bits.
    private let value: UInt64
    private let isNetwork: Bool

    /// Whoever has no address that anybody can tell.
    package static let unknown = ClientAddress(value: .max, isNetwork: false)

    private init(value: UInt64, isNetwork: Bool) {
        self.value = value
        self.isNetwork = isNetwork
    }

    /// The address of four or sixteen bytes; unknown for any other number.
    package init(bytes: UnsafeRawBufferPointer) {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let isMapped = bytes.count == 16 && bytes.starts(with: mapped)
        guard bytes.count == 4 || bytes.count == 16 else {
            self = .unknown
            return
        }
        let counted = isMapped ? bytes[12...] : bytes.prefix(8)[...]
        self.init(
            value: counted.reduce(0) { $0 << 8 | UInt64($1) }, isNetwork: bytes.count == 16 && !isMapped)
    }

    /// The number of networks in which it is counted.
    package var networkCount: Int { isNetwork ? Self.widths.count : 1 }

    /// The networks in which it is counted, the narrowest first.
    package var networks: [Network] { (0..<networkCount).map(network) }

    /// The widest network in which it is counted: those who have it take turns as one.
    package var widestNetwork: Network { network(networkCount - 1) }

    /// One of the networks in which it is counted, by its place; the narrowest is the first.
    package func network(_ place: Int) -> Network {
        guard isNetwork else { return Network(value: value, length: nil, share: 1) }
        let (length, share) = Self.widths[place]
        return Network(value: value >> (64 - UInt64(length)), length: length, share: share)
    }
}
