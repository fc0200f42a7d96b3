import ArgumentParser
import Configuration
import RoundtableHTTP

/// Settings of monitoring and shutdown.
struct WatchingSettings {
    /// Who is on this machine may ask; everybody else only if an operator says so.
    static let usualMetricsHost = "127.0.0.1"

    /// Where Prometheus asks; nil for nowhere.
    let metricsPort: Int?
    let metricsHost: String
    /// The time that `/readyz` says no before anything stops.
    let noticeSeconds: Int
    let shutdownSeconds: Int
    /// The number of sessions that are rebuilt from their events in a minute and compared; nil for none.
    let verifiedPerMinute: Int?
    let logsRequests: Bool
    let trustedProxies: TrustedProxies
    let tracing: Tracing

    enum Tracing: String, CaseIterable {
        case off
        /// Those that are sampled are passed on to the database, as comments.
        case w3c
        /// As `w3c`, by the instrument that the program has bootstrapped, which may be a tracer.
        case program
    }

    /// - Throws: `Refusal`, saying which setting makes no sense.
    init(_ config: ConfigReader) throws {
        metricsPort = try config.number("metrics.port", in: 0...65_535)
        metricsHost = try ListeningHost.configured("metrics.host", orElse: Self.usualMetricsHost, of: config).name
        noticeSeconds = try config.number("notice.seconds", in: 0...3600) ?? 0
        shutdownSeconds = try config.number("shutdown.seconds", in: 1...3600) ?? 20
        verifiedPerMinute = try config.number("verify.rate", in: 1...60_000, or: "off", orElse: 60)
        logsRequests = config.bool(forKey: "access.log", default: false)
        let networks = (config.string(forKey: "trusted.proxies") ?? "").split(separator: ",")
        let headerName = config.string(forKey: "forwarded.header")?.lowercased()
        guard let header = headerName.map(ForwardedHeader.init(rawValue:)) ?? .xForwardedFor else {
            throw Refusal(
                "forwarded-header is one of: \(ForwardedHeader.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let names = networks.map { $0.trimmingPrefix(while: \.isWhitespace) }
        guard let proxies = TrustedProxies(names, telling: header) else {
            throw Refusal("trusted-proxies are addresses or networks, such as 10.0.0.0/8,::1.")
        }
        trustedProxies = proxies
        let tracing = config.string(forKey: "tracing", default: Tracing.off.rawValue)
        guard let tracing = Tracing(rawValue: tracing) else {
            throw Refusal("tracing is one of: \(Tracing.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.tracing = tracing
    }
}

struct WatchingOptions: ParsableArguments {
    @Option(
        "A separate port that serves /metrics to Prometheus; 0 for any free port.",
        "ROUNDTABLE_METRICS_PORT; by default nothing is measured", value: "port")
    var metricsPort: Int?

    @Option(
        "The address to listen on for Prometheus, with --metrics-port.",
        "ROUNDTABLE_METRICS_HOST; by default \(WatchingSettings.usualMetricsHost)", value: "address")
    var metricsHost: String?

    @Option(
        "How long a stopping instance keeps serving while /readyz answers 503, so that load balancers notice.",
        "ROUNDTABLE_NOTICE_SECONDS; by default 0", value: "seconds")
    var noticeSeconds: Int?

    @Option(
        "How long a stopping instance waits for unfinished requests.", "ROUNDTABLE_SHUTDOWN_SECONDS; by default 20",
        value: "seconds")
    var shutdownSeconds: Int?

    @Option(
        "How many sessions a minute to rebuild from their events and compare with the stored state; or off.",
        "ROUNDTABLE_VERIFY_RATE; by default 60", value: "number")
    var verifyRate: String?

    @Flag(
        help: ArgumentHelp(
            "Log every request: method, route, ID, status and duration.",
            discussion: "ROUNDTABLE_ACCESS_LOG=true"))
    var accessLog = false

    @Option(
        "Addresses or networks of trusted proxies, separated by commas. Their header gives the client's address.",
        "ROUNDTABLE_TRUSTED_PROXIES, such as 10.0.0.0/8,::1", value: "networks")
    var trustedProxies: String?

    @Option(
        "The header in which trusted proxies give the client's address: x-forwarded-for or forwarded.",
        "ROUNDTABLE_FORWARDED_HEADER; by default x-forwarded-for", value: "name")
    var forwardedHeader: String?

    @Option(
        "Tracing of requests that have a traceparent header: off; w3c, which adds the header to the SQL of sampled "
            + "traces as a comment; or program, for a tracer of the program's own.",
        "ROUNDTABLE_TRACING; by default off", value: "kind")
    var tracing: String?
}
