import ArgumentParser

/// Flags of monitoring and shutdown.
struct WatchingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A separate port that serves /metrics to Prometheus; 0 for any free port.",
            discussion: "ROUNDTABLE_METRICS_PORT; by default nothing is measured", valueName: "port"))
    var metricsPort: Int?

    @Option(
        help: ArgumentHelp(
            "The address to listen on for Prometheus, with --metrics-port.",
            discussion: "ROUNDTABLE_METRICS_HOST; by default \(WatchingSettings.usualMetricsHost)", valueName: "address"
        ))
    var metricsHost: String?

    @Option(
        help: ArgumentHelp(
            "How long a stopping instance keeps serving while /readyz answers 503, so that load balancers notice.",
            discussion: "ROUNDTABLE_NOTICE_SECONDS; by default 0", valueName: "seconds"))
    var noticeSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "How long a stopping instance waits for unfinished requests.",
            discussion: "ROUNDTABLE_SHUTDOWN_SECONDS; by default 20", valueName: "seconds"))
    var shutdownSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "How many sessions a minute to rebuild from their events and compare with the stored state; or off.",
            discussion: "ROUNDTABLE_VERIFY_RATE; by default 60", valueName: "number"))
    var verifyRate: String?

    @Flag(
        help: ArgumentHelp(
            "Log every request: method, route, ID, status and duration.",
            discussion: "ROUNDTABLE_ACCESS_LOG=true"))
    var accessLog = false

    @Option(
        help: ArgumentHelp(
            "Addresses or networks of trusted proxies, separated by commas. Their header gives the client's address.",
            discussion: "ROUNDTABLE_TRUSTED_PROXIES, such as 10.0.0.0/8,::1", valueName: "networks"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            "The header in which trusted proxies give the client's address: x-forwarded-for or forwarded.",
            discussion: "ROUNDTABLE_FORWARDED_HEADER; by default x-forwarded-for", valueName: "name"))
    var forwardedHeader: String?

    @Option(
        help: ArgumentHelp(
            "Tracing of requests that have a traceparent header: off; w3c, which adds the header to the SQL of sampled "
                + "traces as a comment; or program, for a tracer of the program's own.",
            discussion: "ROUNDTABLE_TRACING; by default off", valueName: "kind"))
    var tracing: String?
}
