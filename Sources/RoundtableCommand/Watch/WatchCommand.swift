import ArgumentParser
import Configuration
import Foundation
import ProgramOutput

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show what an instance does now: rates, percentiles, batching, database and sessions.",
        discussion: """
            Reads an instance's metrics port at intervals. In a terminal it shows one screen until you press Ctrl-C; \
            otherwise it prints one line per reading. If the instance does not answer, `watch` asks until it does.

            Example: roundtable watch
            Example: roundtable watch http://10.0.0.11:9464 --service http://10.0.0.11:8080
            Example: roundtable watch --json --every 10 --times 6
            """)

    @Argument(
        help: ArgumentHelp(
            "The address of the metrics port, such as http://127.0.0.1:9464.",
            discussion: "by default that of ROUNDTABLE_METRICS_HOST and ROUNDTABLE_METRICS_PORT"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "The address that serves players; watch asks its /readyz whether the instance is ready.",
            discussion: "by default that of ROUNDTABLE_HOST and ROUNDTABLE_PORT; none if you give an address",
            valueName: "url"))
    var service: String?

    @Option(help: ArgumentHelp("The time between two readings.", valueName: "seconds"))
    var every = 1.0

    @Option(help: ArgumentHelp("Stop after this number of readings.", valueName: "number"))
    var times: Int?

    @Flag(help: "Print JSON, one object per reading.")
    var json = false

    func validate() throws {
        guard (0.1...3600).contains(every) else { throw ValidationError("--every is from 0.1 to 3600 seconds.") }
        guard times ?? 1 > 0 else { throw ValidationError("--times is at least 1.") }
        for text in [address, service].compactMap(\.self) where HTTPAddress(text) == nil {
            throw ValidationError("\(text) is not an address of the form http://HOST:PORT.")
        }
    }

    func run() async throws {
        let instance = try await watched()
        let isScreen =
            !json && TerminalSize.ofOutput != nil && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        // A screen is calmer if it shows what the last ten seconds were like; lines are of the time between them.
        let watch = InstanceWatch(
            instance: instance, interval: .seconds(every), times: times, window: isScreen ? .seconds(10) : .zero)
        try await interruptible(logger: .silent) {
            let first = try await watch.begin()
            guard isScreen else {
                return try await watch.follow(first) { try Output.print(json ? $0.jsonLine : $0.line) }
            }
            try await TerminalScreen.whileShown { screen in
                try await screen.show(watch.sighting(first))
                try await watch.follow(first) { try await screen.show($0) }
            }
        }
    }

    /// The instance of the addresses that are given, else of the settings that it would serve by here.
    private func watched() async throws -> WatchedInstance {
        if let metrics = address.flatMap({ HTTPAddress($0) }) {
            return WatchedInstance(metrics: metrics, service: service.flatMap { HTTPAddress($0) })
        }
        let config = try await SettingsOptions.parse([]).reader()
        let host = config.string(forKey: "host", default: "127.0.0.1")
        guard let port = try config.number("metrics.port", in: 1...65_535) else {
            throw Refusal(
                "Say where the instance is measured: roundtable watch http://HOST:PORT, its --metrics-port.")
        }
        let players = HTTPAddress(host: host, port: try config.number("port", in: 0...65_535) ?? 8080)
        return WatchedInstance(
            metrics: HTTPAddress(
                host: config.string(forKey: "metrics.host", default: ServeSettings.usualMetricsHost), port: port),
            service: service.flatMap { HTTPAddress($0) } ?? players)
    }
}
