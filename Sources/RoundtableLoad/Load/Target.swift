package import Foundation
package import NIOCore

/// The service that is pressed.
package struct Target: Sendable {
    /// As it was named.
    package let url: URL
    /// Where it is.
    package let address: SocketAddress
    /// What it is called in requests.
    package let host: String

    /// Why an address is none.
    package struct Nonsense: Error, CustomStringConvertible {
        package let description: String
    }

    /// Finds a service by its URL; only plain HTTP, because what is measured is the service.
    package init(_ text: String) throws {
        guard let url = URL(string: text), url.scheme == "http", let name = url.host() else {
            throw Nonsense(description: "\(text) is no address of the form http://HOST:PORT.")
        }
        self.url = url
        let port = url.port ?? 80
        address = try SocketAddress.makeAddressResolvingHost(name, port: port)
        host = "\(name):\(port)"
    }
}
