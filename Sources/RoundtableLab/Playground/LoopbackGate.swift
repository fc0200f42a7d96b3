/// Admits requests of the page itself and of programs of this machine.
///
/// Pages from elsewhere can reach this address, too: by a name of their own that leads here (DNS rebinding), or openly,
/// but then the browser says where they come from.
struct LoopbackGate: Sendable {
    /// The port of the page.
    let port: Int

    /// Whether a request to that host, from that origin, is answered.
    func admits(host: String?, origin: String?) -> Bool {
        let hosts = ["localhost:\(port)", "127.0.0.1:\(port)"]
        guard let host, hosts.contains(host) else { return false }
        return origin.map { origin in hosts.contains { origin == "http://\($0)" } } ?? true
    }
}
