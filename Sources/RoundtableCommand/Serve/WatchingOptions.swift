import ArgumentParser
import Configuration

/// Flags of monitoring and shutdown.
struct WatchingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A port of its own for Prometheus, which asks it for /metrics; 0 for any that is free.",
            discussion: "ROUNDTABLE_METRICS_PORT; by default nothing is measured", valueName: "port"))
    var metricsPort: Int?

    @Option(
        help: ArgumentHelp(
            "The address to listen on for Prometheus.",
            discussion: "ROUNDTABLE_METRICS_HOST; by default \(WatchingSettings.usualMetricsHost)", valueName: "address"
        ))
    var metricsHost: String?

    @Option(
        help: ArgumentHelp(
            "How long an instance that stops goes on serving while /readyz says no, so that balancers leave it.",
            discussion: "ROUNDTABLE_NOTICE_SECONDS; by default 0", valueName: "seconds"))
    var noticeSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "How long an instance that stops lets requests that are under way come to their end.",
            discussion: "ROUNDTABLE_SHUTDOWN_SECONDS; by default 20", valueName: "seconds"))
    var shutdownSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "Sessions a minute to rebuild from their events and compare with what is stored; or off.",
            discussion: "ROUNDTABLE_VERIFY_RATE; by default 60", valueName: "number"))
    var verifyRate: String?

    @Flag(
        help: ArgumentHelp(
            "Log every request: its method, route and ID, and how and when it was answered.",
            discussion: "ROUNDTABLE_ACCESS_LOG=true"))
    var accessLog = false

    @Option(
        help: ArgumentHelp(
            "Proxies that are trusted to say whose requests they pass on: addresses or networks, with commas between.",
            discussion: "ROUNDTABLE_TRUSTED_PROXIES, such as 10.0.0.0/8,::1", valueName: "networks"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            "The header in which trusted proxies say so: x-forwarded-for or forwarded.",
            discussion: "ROUNDTABLE_FORWARDED_HEADER; by default x-forwarded-for", valueName: "name"))
    var forwardedHeader: String?

    @Option(
        help: ArgumentHelp(
            "What becomes of the trace that a request's traceparent names: off, w3c, "
                + "or program for a tracer of the program's own.",
            discussion: "ROUNDTABLE_TRACING; by default off. w3c: SQL of sampled traces says so in a comment",
            valueName: "kind"))
    var tracing: String?

    /// The flags that were given.
    var flags: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        values[["metrics", "port"]] = metricsPort.map { ConfigValue(.int($0), isSecret: false) }
        values[["metrics", "host"]] = metricsHost.map { ConfigValue(.string($0), isSecret: false) }
        values[["notice", "seconds"]] = noticeSeconds.map { ConfigValue(.int($0), isSecret: false) }
        values[["shutdown", "seconds"]] = shutdownSeconds.map { ConfigValue(.int($0), isSecret: false) }
        values[["verify", "rate"]] = verifyRate.map { ConfigValue(.string($0), isSecret: false) }
        if accessLog { values[["access", "log"]] = ConfigValue(.bool(true), isSecret: false) }
        values[["forwarded", "header"]] = forwardedHeader.map { ConfigValue(.string($0), isSecret: false) }
        values[["trusted", "proxies"]] = trustedProxies.map { ConfigValue(.string($0), isSecret: false) }
        values[["tracing"]] = tracing.map { ConfigValue(.string($0), isSecret: false) }
        return values
    }
}
