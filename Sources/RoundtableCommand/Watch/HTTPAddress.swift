import Foundation

struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
    let host: String
    let port: Int

    /// An address as a server listens on it; one that stands for all of a machine's is asked at this machine's own.
    init(host: String, port: Int) {
        self.host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host, default: host]
        self.port = port
    }

    /// Reads `http://HOST:PORT`, or the same without a scheme; nil if it is something else.
    init?(_ text: String) {
        let text = text.contains("://") ? text : "http://\(text)"
        guard let url = URL(string: text), url.scheme == "http", let host = url.host(), !host.isEmpty,
            ["", "/", "/metrics"].contains(url.path()), url.query() == nil
        else { return nil }
        self.init(host: host.trimmingCharacters(in: ["[", "]"]), port: url.port ?? 80)
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
