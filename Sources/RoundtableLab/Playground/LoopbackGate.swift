import Synchronization

/// Admits requests of the page itself and of programs of this machine.
///
/// Pages from elsewhere can reach this address, too: by a name of their own that leads here (DNS rebinding), or openly,
/// but then the browser says where they come from.
final class LoopbackGate: Sendable {
    private let port = Atomic(0)

    /// Admits requests to a port of this machine from now on; nobody before.
    func open(at port: Int) { self.port.store(port, ordering: .relaxed) }

    /// Whether a request to that host, from that origin, is answered.
    func admits(host: String?, origin: String?) -> Bool {
        let port = port.load(ordering: .relaxed)
        let hosts = ["localhost:\(port)", "127.0.0.1:\(port)"]
        guard port != 0, let host, hosts.contains(host) else { return false }
        return origin.map { origin in hosts.contains { origin == "http://\($0)" } } ?? true
    }
}
