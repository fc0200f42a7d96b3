import Foundation
import HTTPConnection
import Logging
import ProgramOutput
import Synchronization

/// Serves the page to this machine.
struct PlaygroundServer: Sendable {
    /// The port of the page, if it is free and no other one is asked for.
    private static let usualPort = 8090
    /// More than any move or option.
    private static let bodyLength = 128 * 1024

    var people = 3
    /// The game that the page proposes.
    var game = "ice-cream"
    /// The port of the page; nil for the usual one, or a free one.
    var port: Int?
    /// The directory of the page's files; nil for those that are part of the program.
    var page: String?

    /// Serves until the task is cancelled.
    ///
    /// - Parameter notices: what the devices are told by the service; nil if it does not tell them.
    func run(on service: URL, tellingBy notices: DeviceNotices? = nil) async throws {
        let playground = await Playground(people: people, on: service, tellingBy: notices)
        try await playground.learnGames()
        let port = if let port { port } else { await UsualPort.orAny(Self.usualPort) }
        let gate = LoopbackGate()
        let responder = PlaygroundResponder(
            playground: playground, gate: gate, game: game, files: PageFiles(directory: page))
        var logger = Logger(label: "playground")
        logger.logLevel = .critical
        let server = HTTPServer(
            responder, on: "127.0.0.1", port: port, limits: ConnectionLimits(bodyLength: Self.bodyLength),
            serverName: "roundtable-lab",
            onServerRunning: { port in
                gate.open(at: port)
                try? Output.print("Play in the browser, until you press Ctrl-C: http://localhost:\(port)")
            }, logger: logger)
        try await server.run()
    }
}

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
