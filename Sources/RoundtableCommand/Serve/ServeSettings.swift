import Configuration
import Foundation
import Postgres
import Roundtable
import RoundtableHTTP
import RoundtableStore
import SystemPackage

/// Settings of an instance.
struct ServeSettings {
    /// Who is on this machine may ask; everybody else only if an operator says so.
    static let usualMetricsHost = "127.0.0.1"

    /// Settings of the server for players, without what limits and measures it.
    private(set) var application = ApplicationSettings()
    private let listeningHost: ListeningHost
    /// Where the port is written that it listens on; nil for nowhere.
    let portFile: FilePath?
    /// Says by how much the time is ahead of the database's; nil for not at all.
    let timeAheadFile: TimeAheadFile?
    private let configuredURL: String?
    private(set) var limits = ServiceContext.Limits()
    private(set) var storeLimits = PostgresStore.Limits()
    private(set) var connectionLimits = ConnectionLimiter.Limits()
    /// Requests a minute of one credential; nil for no limit.
    let rateLimit: Int?
    /// The quotas of players and addresses; nil for as much as they like.
    let quotas: Quotas?
    let retention: Retention
    /// Where sessions are kept that are about to be removed; nil for nowhere.
    let archive: FilePath?
    /// Where Prometheus asks; nil for nowhere.
    let metricsPort: Int?
    let metricsHost: String
    /// The time that `/readyz` says no before anything stops.
    let noticeSeconds: Int
    let shutdownSeconds: Int
    /// The number of sessions that are rebuilt from their events in a minute and compared; nil for none.
    let verifiedPerMinute: Int?
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
        listeningHost = try ListeningHost.configured("host", orElse: "127.0.0.1", of: config)
        application.host = listeningHost.name
        application.port = try config.number("port", in: 0...65_535) ?? 8080
        portFile = config.string(forKey: "port.file").map { FilePath($0) }
        timeAheadFile = try config.string(forKey: "time.ahead.file").map { try TimeAheadFile(FilePath($0)) }
        configuredURL = config.string(forKey: "public.url")
        limits.draftSeconds = try config.number("draft.seconds", in: 1...31_536_000) ?? limits.draftSeconds
        limits.reclaimSeconds = try config.number("reclaim.seconds", in: 1...31_536_000) ?? limits.reclaimSeconds
        limits.alertSeconds = try config.number("alert.seconds", in: 0...31_536_000) ?? limits.alertSeconds
        limits.answerSeconds = try config.number("answer.seconds", in: 1...31_536_000) ?? limits.answerSeconds
        let longestTurn = limits.turnSeconds.upperBound
        if let shortest = try config.number("shortest.turn.seconds", in: 1...longestTurn) {
            limits.turnSeconds = shortest...longestTurn
        }
        storeLimits.cachedSessions =
            try config.number("cached.sessions", in: 1...10_000_000) ?? storeLimits.cachedSessions
        storeLimits.batchWorkers = try config.number("batch.workers", in: 1...16) ?? storeLimits.batchWorkers
        application.requestsAtOnce =
            try config.number("requests.at.once", in: 1...1_000_000) ?? application.requestsAtOnce
        connectionLimits.inAll = try config.number("connections", in: 1...10_000_000) ?? connectionLimits.inAll
        connectionLimits.ofAddress = try config.number(
            "connections.of.address", in: 1...1_000_000, or: "off", orElse: connectionLimits.ofAddress)
        rateLimit = try config.number("rate.limit", in: 1...1_000_000, or: "off", orElse: 1200)
        quotas = try Self.quotas(config, orElse: rateLimit == nil ? nil : Quotas())
        retention = Retention(
            finishedSeconds: try Self.seconds("keep.finished", orElse: nil, of: config),
            draftSeconds: try Self.seconds("keep.drafts", orElse: 90, of: config),
            aliasSeconds: try Self.seconds("keep.aliases", orElse: 365, of: config),
            answerSeconds: limits.answerSeconds)
        application.app = try Self.app(config)
        archive = config.string(forKey: "archive").map { FilePath($0) }
        metricsPort = try config.number("metrics.port", in: 0...65_535)
        metricsHost = try ListeningHost.configured("metrics.host", orElse: Self.usualMetricsHost, of: config).name
        noticeSeconds = try config.number("notice.seconds", in: 0...3600) ?? 0
        shutdownSeconds = try config.number("shutdown.seconds", in: 1...3600) ?? 20
        verifiedPerMinute = try config.number("verify.rate", in: 1...60_000, or: "off", orElse: 60)
        application.logsRequests = config.bool(forKey: "access.log", default: false)
        application.trustedProxies = try Self.trustedProxies(config)
        tracing = try Self.choice("tracing", config.string(forKey: "tracing")) ?? .off
        guard let url = URL(string: publicURL), ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false,
            url.query() == nil, url.fragment() == nil, publicURL.count <= 100
        else {
            throw Refusal(
                "The public URL begins with http:// or https://, names a host, and has at most 100 characters.")
        }
    }

    /// The address that players' devices reach the service at, as far as it is known before the service listens.
    var publicURL: String { publicURL(on: application.port) }

    /// The address that players' devices reach the service at when it listens on a port.
    func publicURL(on port: Int) -> String {
        configuredURL ?? "http://\(listeningHost.inURL):\(port)"
    }

    /// Whether addresses are limited, but those of players can't be told: the public URL is one of HTTPS, which the
    /// service doesn't speak, so that there must be a proxy, and none is trusted to say whom it passes on.
    var limitsProxy: Bool {
        application.trustedProxies.isEmpty && publicURL.hasPrefix("https://") && (rateLimit != nil || quotas != nil)
    }

    /// The number of connections to the database: the pool's, those of five batchers, one that hears of
    /// changes, and one that tells whether all is ready.
    var connections: Int { PostgresPool.Options().maximumConnections + 5 * storeLimits.batchWorkers + 2 }

    private static func app(_ config: ConfigReader) throws -> AppIdentity {
        let app = AppIdentity(
            appID: config.string(forKey: "app.id"),
            storeID: config.string(forKey: "app.store.id") ?? config.int(forKey: "app.store.id").map(String.init),
            clipID: config.string(forKey: "app.clip.id"))
        for (name, id) in [("app-id", app.appID), ("app-clip-id", app.clipID)] {
            guard id?.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) != nil || id == nil else {
                throw Refusal("\(name) is a team's ID and a bundle's, such as ABCDE12345.org.example.games.")
            }
        }
        guard app.storeID?.wholeMatch(of: /[0-9]{1,12}/) != nil || app.storeID == nil else {
            throw Refusal("app-store-id is the number of the app in the App Store.")
        }
        return app
    }

    private static func trustedProxies(_ config: ConfigReader) throws -> TrustedProxies {
        let header = config.string(forKey: "forwarded.header")?.lowercased()
        let networks = config.string(forKey: "trusted.proxies", default: "").split(separator: ",")
        guard
            let proxies = TrustedProxies(
                networks.map { $0.trimmingPrefix(while: \.isWhitespace) },
                telling: try choice("forwarded-header", header) ?? .xForwardedFor)
        else { throw Refusal("trusted-proxies are addresses or networks, such as 10.0.0.0/8,::1.") }
        return proxies
    }

    /// One of several words; nil if the setting is not set.
    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ word: String?
    ) throws -> Choice? {
        guard let word else { return nil }
        guard let choice = Choice(rawValue: word) else {
            throw Refusal("\(name) is one of: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return choice
    }

    /// `on`, `off`, or how many times as much of everything as usual.
    private static func quotas(_ config: ConfigReader, orElse usual: Quotas?) throws -> Quotas? {
        switch config.string(forKey: "quotas") {
        case "on": Quotas()
        case "off": nil
        default: try config.number("quotas", in: 1...1000).map { Quotas().times($0) } ?? usual
        }
    }

    /// An age in days, as seconds; nil for ever.
    private static func seconds(_ key: String, orElse days: Int?, of config: ConfigReader) throws -> Int? {
        try config.number(key, in: 1...36_500, or: "forever", orElse: days).map { $0 * 86_400 }
    }
}
