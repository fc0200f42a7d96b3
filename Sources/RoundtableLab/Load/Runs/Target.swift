import Foundation
import NIOCore

struct Target: Sendable {
    let url: URL
    let address: SocketAddress
    let host: String
    /// Whether every player comes from an address of their own, as a proxy tells which the service trusts.
    let isForwarding: Bool

    /// Finds a service by its URL; only plain HTTP, because what is measured is the service.
    init(_ text: String, isForwarding: Bool = false) throws {
        guard let url = URL(string: text), url.scheme == "http", let name = url.host() else {
            throw LabError(description: "\(text) is no address of the form http://HOST:PORT.")
        }
        self.url = url
        self.isForwarding = isForwarding
        let port = url.port ?? 80
        address = try SocketAddress.makeAddressResolvingHost(name, port: port)
        host = "\(name):\(port)"
    }
}
