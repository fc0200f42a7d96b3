import Foundation
import HTTPTypes
import NIOCore
import Roundtable

/// The proxies whose word is taken for whom a request comes from.
package struct TrustedProxies: Sendable {
    private struct Network: Sendable {
        let prefix: [UInt8]
        let length: Int

        /// Reads an address, alone or with the length of its prefix behind it (RFC 4632, RFC 4291).
        init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "/", maxSplits: 1)
            guard let address = parts.first.flatMap({ TrustedProxies.bytes(of: String($0)) }) else { return nil }
            let length = parts.count > 1 ? Int(parts[1]) : address.count * 8
            guard let length, (0...address.count * 8).contains(length) else { return nil }
            prefix = address
            self.length = length
        }

        func contains(_ address: [UInt8]) -> Bool {
            guard address.count == prefix.count else { return false }
            return (0..<length).allSatisfy { bit in
                let differing = address[bit / 8] ^ prefix[bit / 8]
                return differing & (UInt8(0x80) >> (bit % 8)) == 0
            }
        }
    }

    /// No proxy at all: each request comes from where its connection comes from.
    package static let none = TrustedProxies(networks: [])

    private let networks: [Network]
    private let header: ForwardedHeader

    /// Whether no proxy is trusted.
    package var isEmpty: Bool { networks.isEmpty }

    private init(networks: [Network], telling header: ForwardedHeader = .xForwardedFor) {
        (self.networks, self.header) = (networks, header)
    }

    /// Proxies in some networks; nil if one of them is none.
    ///
    /// - Parameter header: the field in which they tell. What a client writes in another one passes them as it is.
    package init?(_ networks: [some StringProtocol], telling header: ForwardedHeader = .xForwardedFor) {
        let read = networks.compactMap { Network($0) }
        guard read.count == networks.count else { return nil }
        self.init(networks: read, telling: header)
    }

    /// Whose request it is: the last of those whom it passed whom we don't trust.
    ///
    /// - Parameter peer: the other end of the connection.
    func client(of request: HTTPRequest, from peer: SocketAddress?) -> ClientAddress {
        guard !networks.isEmpty, let peer else { return ClientAddress(peer) }
        var client = peer.withAddressBytes { Self.unmapped(Array($0)) }
        for node in header.nodes(of: request.headerFields) {
            guard trust(client), let node else { break }
            client = Self.unmapped(node)
        }
        return client.withUnsafeBytes { ClientAddress(bytes: $0) }
    }

    /// Whether the other end of a connection is one of them.
    func trust(_ peer: SocketAddress?) -> Bool {
        guard !networks.isEmpty, let peer else { return false }
        return trust(peer.withAddressBytes { Self.unmapped(Array($0)) })
    }

    private func trust(_ address: [UInt8]) -> Bool { networks.contains { $0.contains(address) } }

    /// The four or sixteen bytes of an address.
    private static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, address, &bytes) == 1 ? unmapped(bytes) : nil
    }

    /// The IPv4 address in an IPv4-mapped one of IPv6 (RFC 4291, section 2.5.5.2); others as they are.
    static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    }
}
