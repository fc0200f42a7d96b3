import ArgumentParser
import Logging

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve games over HTTP.",
        discussion: """
            Without a database URL it runs its own PostgreSQL server in the data directory while it serves.

            A flag overrides the environment (ROUNDTABLE_PORT for --port), and the environment overrides the file of \
            --config. On SIGHUP it reads the keys, the webhook's secrets and the log level again.

            Example: roundtable serve --port 8080 --data /var/lib/roundtable --public-url https://games.example.org
            """)

    @OptionGroup(title: "Database and keys") var settings: SettingsOptions
    @OptionGroup(title: "Serving") var serving: ServingOptions
    @OptionGroup(title: "Monitoring, proxies and shutdown") var watching: WatchingOptions
    @OptionGroup(title: "Telling others") var delivery: DeliveryOptions

    func run() async throws {
        let read = { @Sendable in try await settings.reader(with: serving, watching, delivery) }
        let config = try await read()
        let logger = try Logger.configured(config)
        try await Instance(config, logger: logger).run(reloading: read) { port in
            logger.info("serving", metadata: ["port": "\(port)"])
        }
    }
}

struct ServingOptions: ParsableArguments {
    @Option("The address to listen on.", "ROUNDTABLE_HOST; by default 127.0.0.1", value: "address")
    var host: String?

    @Option("The port to listen on; 0 for any free port.", "ROUNDTABLE_PORT; by default 8080", value: "port")
    var port: Int?

    @Option(
        "A file to which the instance writes its port when it can answer requests.",
        "ROUNDTABLE_PORT_FILE; by default none", value: "file")
    var portFile: String?

    @Option(
        "The address at which players' devices reach this service; part of every message's URL.",
        "ROUNDTABLE_PUBLIC_URL; by default http://localhost:PORT", value: "url")
    var publicUrl: String?

    @Option("How long a draft is shown to its author.", "ROUNDTABLE_DRAFT_SECONDS; by default 86400", value: "seconds")
    var draftSeconds: Int?

    @Option(
        "The minimum time during which a repeated request gets its first answer.",
        "ROUNDTABLE_ANSWER_SECONDS; by default 259200", value: "seconds")
    var answerSeconds: Int?

    @Option(
        "How long a seat's holder can veto a claim after enough witnesses have vouched for it.",
        "ROUNDTABLE_RECLAIM_SECONDS; by default 86400", value: "seconds")
    var reclaimSeconds: Int?

    @Option(
        "The shortest turn timeout that a session may set; less than a minute is for tests.",
        "ROUNDTABLE_SHORTEST_TURN_SECONDS; by default 60", value: "seconds")
    var shortestTurnSeconds: Int?

    @Option(
        "For tests: a file with the number of seconds by which this service's time is ahead of the database's; "
            + "read ten times a second.", "ROUNDTABLE_TIME_AHEAD_FILE; by default none", value: "file")
    var timeAheadFile: String?

    @Option(
        "Requests a minute for each credential, and five times as many for each address; or off.",
        "ROUNDTABLE_RATE_LIMIT; by default 1200; with off, --quotas is off by default", value: "number")
    var rateLimit: String?

    @Option(
        "All quotas except requests, linkCodes and pictures: on, off, or a number that multiplies them.",
        "ROUNDTABLE_QUOTAS; by default on, unless --rate-limit is off", value: "number")
    var quotas: String?

    @Option(
        "How many sessions to cache. A turn in a cached session need not read the session first.",
        "ROUNDTABLE_CACHED_SESSIONS; by default 20000", value: "number")
    var cachedSessions: Int?

    // NB: the flag keeps the name that it was published with; in the code these are the workers of a batcher.
    @Option(
        "Batches at once of each kind, such as turns, drafts, new sessions and reads. "
            + "Raise it only if the database has idle cores.", "ROUNDTABLE_BATCH_WORKERS; by default 1", value: "number"
    )
    var batchWorkers: Int?

    @Option(
        "The maximum number of requests at once. Others get 503 with Retry-After: 1.",
        "ROUNDTABLE_REQUESTS_AT_ONCE; by default 512", value: "number")
    var requestsAtOnce: Int?

    @Option(
        "The maximum number of open connections, limited by file descriptors. "
            + "Beyond it, one connection of the network that has most is closed.",
        "ROUNDTABLE_CONNECTIONS; by default 40000", value: "number")
    var connections: Int?

    @Option(
        "The maximum number of open connections from one address that is not a trusted proxy; or off.",
        "ROUNDTABLE_CONNECTIONS_OF_ADDRESS; by default 4096, more for an IPv6 network", value: "number")
    var connectionsOfAddress: String?

    @Option(
        "For how many days to keep sessions that are over; or forever.", "ROUNDTABLE_KEEP_FINISHED; by default forever",
        value: "days")
    var keepFinished: String?

    @Option(
        "For how many days to keep expired drafts, in case their message was sent after all; or forever.",
        "ROUNDTABLE_KEEP_DRAFTS; by default 90", value: "days")
    var keepDrafts: String?

    @Option(
        "For how many days to keep devices' identifiers of people after a session's last event; or forever.",
        "ROUNDTABLE_KEEP_ALIASES; by default 365", value: "days")
    var keepAliases: String?

    @Option(
        "The directory to which to write sessions before removing them, one compressed file per day.",
        "ROUNDTABLE_ARCHIVE; by default none", value: "directory")
    var archive: String?

    @Option(
        "The app that opens messages' URLs as universal links: its team ID and bundle ID.",
        "ROUNDTABLE_APP_ID; by default none, and no apple-app-site-association", value: "TEAMID.bundle")
    var appId: String?

    @Option(
        "The app's ID in the App Store, for Safari's banner on the web pages of messages.",
        "ROUNDTABLE_APP_STORE_ID; by default none, and no banner", value: "number")
    var appStoreId: String?

    @Option(
        "The app's App Clip, which the web pages of messages offer to people without the app.",
        "ROUNDTABLE_APP_CLIP_ID; by default none", value: "TEAMID.bundle")
    var appClipId: String?
}

struct WatchingOptions: ParsableArguments {
    @Option(
        "A separate port that serves /metrics to Prometheus; 0 for any free port.",
        "ROUNDTABLE_METRICS_PORT; by default nothing is measured", value: "port")
    var metricsPort: Int?

    @Option(
        "The address to listen on for Prometheus, with --metrics-port.",
        "ROUNDTABLE_METRICS_HOST; by default \(ServeSettings.usualMetricsHost)", value: "address")
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
            + "traces as a comment; or program, for a tracer that your program has.",
        "ROUNDTABLE_TRACING; by default off", value: "kind")
    var tracing: String?
}
