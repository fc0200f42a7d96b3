import Foundation

/// Where a request comes from, as addresses are counted: an IPv4 address, or the network of 64 bits in which an IPv6
/// address is, since whoever has one has all of them (RFC 6177). An IPv4 address in the form of IPv6 is one of IPv4.
package struct ClientAddress: Hashable, Sendable {
    /// The whole address, or the network.
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
}
