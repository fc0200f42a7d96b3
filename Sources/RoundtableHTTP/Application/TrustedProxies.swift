import Foundation
import HTTPTypes

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
                (address[bit / 8] ^ prefix[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
        }
    }

    /// No proxy at all: each request comes from where its connection comes from.
    package static let none = TrustedProxies(networks: [])

    private let networks: [Network]

    private init(networks: [Network]) { self.networks = networks }

    /// Proxies in some networks; nil if one of them is none.
    package init?(_ networks: [some StringProtocol]) {
        let read = networks.compactMap { Network($0) }
        guard read.count == networks.count else { return nil }
        self.networks = read
    }

    /// Whose request it is: the last of those whom it passed whom we don't trust.
    ///
    /// - Parameter peer: the other end of the connection.
    func client(of request: HTTPRequest, from peer: String) -> String {
        guard !networks.isEmpty else { return peer }
        var client = peer
        for claimed in request.headerFields[values: .forwardedFor].flatMap({ $0.split(separator: ",") }).reversed() {
            guard trust(client) else { break }
            let claimed = claimed.trimmingCharacters(in: .whitespaces)
            guard Self.bytes(of: claimed) != nil else { break }
            client = claimed
        }
        return client
    }

    private func trust(_ address: String) -> Bool {
        guard let bytes = Self.bytes(of: address) else { return false }
        return networks.contains { $0.contains(bytes) }
    }

    /// The four or sixteen bytes of an address; an IPv4 address that is written as one of IPv6 is one of IPv4.
    private static func bytes(of address: String) -> [UInt8]? {
        var (four, sixteen) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, address, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        guard inet_pton(AF_INET6, address, &sixteen) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: sixteen) { Array($0) }
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }
}
