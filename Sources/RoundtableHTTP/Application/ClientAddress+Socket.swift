import NIOCore
import Roundtable

extension ClientAddress {
    init(_ peer: SocketAddress?) { self = peer?.withAddressBytes { ClientAddress(bytes: $0) } ?? .unknown }
}

extension SocketAddress {
    /// Lends the four or sixteen bytes of the address; none for a socket in the file system.
    ///
    /// NB: by where they are, since the names of the members belong to a module that not every platform has.
    func withAddressBytes<Found>(_ body: (UnsafeRawBufferPointer) -> Found) -> Found {
        switch self {
        case .v4(let socket): withUnsafeBytes(of: socket.address) { body(.init(rebasing: $0[4..<8])) }
        case .v6(let socket): withUnsafeBytes(of: socket.address) { body(.init(rebasing: $0[8..<24])) }
        case .unixDomainSocket: body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }
}
