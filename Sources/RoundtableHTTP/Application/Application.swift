package import HTTPConnection
package import Logging

/// Settings of an instance's HTTP server.
package struct ApplicationSettings: Sendable {
    /// Where it listens.
    package var host = "127.0.0.1"
    /// 0 for any port that is free.
    package var port = 0
    /// The rate at which one credential and one address may ask; nil for as often as they like.
    package var rateLimit: RateLimit?
    /// The number of requests that may be under way at once.
    package var requestsAtOnce = 512
    /// The proxies that are trusted to say whose request they pass on.
    package var trustedProxies = TrustedProxies.none
    /// The app that pages lead to.
    package var app = AppIdentity()
    package var connections = ConnectionLimits(bodyLength: RequestBody.maximumLength)
    /// Bounds what connections take up; nil for nothing.
    package var gate: (any ConnectionGate)?
    /// Where requests are measured; nil for nowhere.
    package var metrics: RequestMetrics?
    /// Whether every request is logged.
    package var logsRequests = false
    /// Whether every request is a span of its sender's trace.
    package var traces = false

    /// No rate limit, neither log, metrics nor traces.
    package init() {}
}

extension HTTPServer {
    /// A server of something that answers, on the address and with the limits of some settings.
    ///
    /// - Parameter onServerRunning: called with the port once connections are taken.
    package init(
        _ responder: any HTTPResponder, _ settings: ApplicationSettings, logger: Logger,
        onServerRunning: @escaping @Sendable (Int) async -> Void
    ) {
        self.init(
            responder, on: settings.host, port: settings.port, limits: settings.connections, gate: settings.gate,
            serverName: "roundtable", onServerRunning: onServerRunning, logger: logger)
    }
}
