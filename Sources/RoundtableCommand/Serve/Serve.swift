import ArgumentParser
import Logging

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve games over HTTP.",
        discussion: """
            Without a database URL it runs its own PostgreSQL server in the data directory while it serves.

            A flag overrides the environment (ROUNDTABLE_PORT for --port), and the environment overrides the file of \
            --config. On SIGHUP it reads the keys and the log level again.

            Example: roundtable serve --port 8080 --data /var/lib/roundtable --public-url https://games.example.org
            """)

    @OptionGroup(title: "Database and keys")
    var settings: SettingsOptions

    @OptionGroup(title: "Serving")
    var serving: ServingOptions

    @OptionGroup(title: "Watching")
    var watching: WatchingOptions

    @OptionGroup(title: "Telling others")
    var delivery: DeliveryOptions

    func run() async throws {
        let flags = [watching.flags, delivery.flags].reduce(serving.flags) { $0.merging($1) { first, _ in first } }
        let settings = { @Sendable [settings] in try await settings.reader(adding: flags) }
        let config = try await settings()
        let logger = try Logger.configured(config)
        let instance = try await Instance(config, reloading: settings, logger: logger) { port in
            logger.info("serving", metadata: ["port": "\(port)"])
        }
        try await instance.run()
    }
}

struct ServingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address to listen on.", discussion: "ROUNDTABLE_HOST; by default 127.0.0.1", valueName: "address"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The port to listen on; 0 for any free port.", discussion: "ROUNDTABLE_PORT; by default 8080",
            valueName: "port"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "A file to which the instance writes its port when it can answer requests.",
            discussion: "ROUNDTABLE_PORT_FILE; by default none", valueName: "file"))
    var portFile: String?

    @Option(
        help: ArgumentHelp(
            "The address at which players' devices reach this service; part of every message's URL.",
            discussion: "ROUNDTABLE_PUBLIC_URL; by default http://localhost:PORT", valueName: "url"))
    var publicUrl: String?

    @Option(
        help: ArgumentHelp(
            "How long a draft is shown to its author.", discussion: "ROUNDTABLE_DRAFT_SECONDS; by default 86400",
            valueName: "seconds"))
    var draftSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "The minimum time during which a repeated request gets its first answer.",
            discussion: "ROUNDTABLE_ANSWER_SECONDS; by default 259200", valueName: "seconds"))
    var answerSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "How long a seat's holder can veto a claim after enough witnesses have vouched for it.",
            discussion: "ROUNDTABLE_RECLAIM_SECONDS; by default 86400", valueName: "seconds"))
    var reclaimSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "The shortest turn timeout that a session may set; less than a minute is for tests.",
            discussion: "ROUNDTABLE_SHORTEST_TURN_SECONDS; by default 60", valueName: "seconds"))
    var shortestTurnSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "A file with the number of seconds by which time here is ahead of the database's, read ten times a second; "
                + "for tests, which need not wait for a deadline.",
            discussion: "ROUNDTABLE_TIME_AHEAD_FILE; by default none", valueName: "file"))
    var timeAheadFile: String?

    @Option(
        help: ArgumentHelp(
            "Requests a minute for each credential, and five times as many for each address; or off.",
            discussion: "ROUNDTABLE_RATE_LIMIT; by default 1200. off: no quotas either, unless --quotas is set",
            valueName: "number"))
    var rateLimit: String?

    @Option(
        help: ArgumentHelp(
            "The quotas of players and addresses: on, off, or a number that multiplies them all.",
            discussion: "ROUNDTABLE_QUOTAS; by default on, unless --rate-limit is off", valueName: "number"))
    var quotas: String?

    @Option(
        help: ArgumentHelp(
            "How many sessions to cache. A turn in a cached session need not read the session first.",
            discussion: "ROUNDTABLE_CACHED_SESSIONS; by default 20000", valueName: "number"))
    var cachedSessions: Int?

    // NB: the flag keeps the name that it was published with; in the code these are the workers of a batcher.
    @Option(
        help: ArgumentHelp(
            "Batches at once for each of turns, drafts, new sessions and reads. "
                + "Raise it only if the database has idle cores.",
            discussion: "ROUNDTABLE_BATCH_WORKERS; by default 1", valueName: "number"))
    var batchWorkers: Int?

    @Option(
        help: ArgumentHelp(
            "The maximum number of requests at once. Others get 503 with Retry-After: 1.",
            discussion: "ROUNDTABLE_REQUESTS_AT_ONCE; by default 512", valueName: "number"))
    var requestsAtOnce: Int?

    @Option(
        help: ArgumentHelp(
            "The maximum number of open connections, limited by file descriptors. Others are closed at once.",
            discussion: "ROUNDTABLE_CONNECTIONS; by default 40000", valueName: "number"))
    var connections: Int?

    @Option(
        help: ArgumentHelp(
            "The maximum number of open connections from one address that is not a trusted proxy; or off.",
            discussion: "ROUNDTABLE_CONNECTIONS_OF_ADDRESS; by default 4096, more for an IPv6 network",
            valueName: "number"))
    var connectionsOfAddress: String?

    @Option(
        help: ArgumentHelp(
            "For how many days to keep sessions that are over; or forever.",
            discussion: "ROUNDTABLE_KEEP_FINISHED; by default forever", valueName: "days"))
    var keepFinished: String?

    @Option(
        help: ArgumentHelp(
            "For how many days to keep expired drafts, in case their message was sent after all; or forever.",
            discussion: "ROUNDTABLE_KEEP_DRAFTS; by default 90", valueName: "days"))
    var keepDrafts: String?

    @Option(
        help: ArgumentHelp(
            "For how many days to keep devices' identifiers of people after a session's last event; or forever.",
            discussion: "ROUNDTABLE_KEEP_ALIASES; by default 365", valueName: "days"))
    var keepAliases: String?

    @Option(
        help: ArgumentHelp(
            "The directory to which to write sessions before removing them, one compressed file per day.",
            discussion: "ROUNDTABLE_ARCHIVE; by default none", valueName: "directory"))
    var archive: String?

    @Option(
        help: ArgumentHelp(
            "The app that opens messages' URLs as universal links: its team ID and bundle ID.",
            discussion: "ROUNDTABLE_APP_ID; by default none, and no apple-app-site-association",
            valueName: "TEAMID.bundle"))
    var appId: String?

    @Option(
        help: ArgumentHelp(
            "The app's ID in the App Store, for Safari's banner on the web pages of messages.",
            discussion: "ROUNDTABLE_APP_STORE_ID; by default none, and no banner", valueName: "number"))
    var appStoreId: String?

    @Option(
        help: ArgumentHelp(
            "The app's App Clip, which the web pages of messages offer to people without the app.",
            discussion: "ROUNDTABLE_APP_CLIP_ID; by default none", valueName: "TEAMID.bundle"))
    var appClipId: String?
}
