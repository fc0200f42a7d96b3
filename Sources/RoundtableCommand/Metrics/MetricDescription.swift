import RoundtableMetrics

/// A metric of an instance, as Prometheus' `HELP` lines and `deploy/prometheus/README.md` describe it.
struct MetricDescription: Sendable {
    let name: String
    let kind: PrometheusRegistry.Kind
    let labels: [String]
    /// What it counts, and the values of its labels.
    let text: String

    init(_ name: String, _ kind: PrometheusRegistry.Kind, labels: [String] = [], _ text: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.text = text
    }
}

extension MetricDescription {
    /// All metrics.
    static let all = players + instance + database

    /// What players notice.
    static let players: [MetricDescription] = [
        MetricDescription(
            "roundtable_requests_seconds", .histogram, labels: ["route", "status"],
            """
            Requests from head to the end of the answer. route as in openapi.yaml, \
            /v1/sessions/{id}?wait for reads that may be held, other for what is no route; status in \
            digits.
            """),
        MetricDescription(
            "roundtable_turns_seconds", .histogram, labels: ["outcome"],
            """
            Moves, joins and actions, committed or saved as a draft. accepted; rejected: refused by \
            rules, seat or turn; conflict: the session had moved on; replayed: a repeat got its \
            first answer; failed: our fault.
            """),
        MetricDescription(
            "roundtable_drafts_total", .counter, labels: ["outcome"],
            "What became of drafts: saved, committed, cancelled, replaced, overtaken."),
        MetricDescription(
            "roundtable_commits_total", .counter, labels: ["cause"],
            """
            Events, by what committed them: sent, now, opened (proof by a bubble), deadline (a \
            turn's or a claim's), operator.
            """),
        MetricDescription(
            "roundtable_cancellations_total", .counter, labels: ["cause"],
            """
            Bubbles that their authors took back: user, or the error that the app reported: \
            url_exceeds_max_size (8), send_without_recent_interaction (9), send_while_not_visible \
            (10), other.
            """),
        MetricDescription(
            "roundtable_attributions_total", .counter, labels: ["how"],
            """
            Seats of others, for each message that is composed: resolved by sightings, inferred, \
            fallback to nickname or "Player 2".
            """),
        MetricDescription(
            "roundtable_refusals_total", .counter, labels: ["quota"],
            """
            Requests that were refused because a quota was used up: requests, players, sessions, \
            drafts, freshMessages, claims, devices, heldReads, streams, pageStreams, pictures, \
            linkCodes.
            """),
        MetricDescription(
            "roundtable_streams_open", .gauge,
            "Streams and held reads that are open."),
        MetricDescription(
            "roundtable_connections_open", .gauge,
            "Connections of players and proxies that are open."),
        MetricDescription(
            "roundtable_connections_refused_total", .counter, labels: ["limit"],
            """
            Connections that were closed at once because too many were open: of the address, or of \
            the instance.
            """),
    ]

    /// What stands behind it.
    static let instance: [MetricDescription] = [
        MetricDescription(
            "roundtable_build_info", .gauge, labels: ["version", "commit", "date"],
            "Always 1: the release, the commit that it is built from and the day of that commit."),
        MetricDescription(
            "roundtable_sessions", .gauge, labels: ["game"],
            """
            Sessions in the whole database as it last estimated, every 10 s: by its ANALYZE, so none \
            of a game that is rare or new, and none where sessions are distributed.
            """),
        MetricDescription(
            "roundtable_faults_total", .counter, labels: ["kind"],
            """
            Sessions in which a fault was found: unreadable, unknown_game, differs from its events, \
            stuck.
            """),
        MetricDescription(
            "roundtable_faulty_sessions", .gauge, labels: ["kind"],
            "Sessions that have a fault now, in the whole database."),
        MetricDescription(
            "roundtable_verifications_total", .counter,
            "Sessions that were compared with their events in the background."),
        MetricDescription(
            "roundtable_cache_lookups_total", .counter, labels: ["cache", "result"],
            """
            Cache: sessions, credentials, pictures, drafts (what they come to), earlier (sessions as \
            they were); result: hit, refuted (there, but no longer so, as the database said; \
            sessions only), miss.
            """),
        MetricDescription(
            "roundtable_event_loop_lag_seconds", .histogram,
            "How late a timer of an event loop was, asked every 100 ms."),
        MetricDescription(
            "process_cpu_seconds_total", .counter,
            "CPU of the instance, user and system."),
        MetricDescription(
            "process_resident_memory_bytes", .gauge,
            "Memory."),
        MetricDescription(
            "process_open_fds", .gauge,
            "File descriptors that are open."),
        MetricDescription(
            "process_max_fds", .gauge,
            "File descriptors that there may be."),
        MetricDescription(
            "process_start_time_seconds", .gauge,
            "When the instance began, since 1970."),
    ]

    /// Measurements of the PostgreSQL client, which knows no games.
    static let database: [MetricDescription] = [
        MetricDescription(
            "postgres_query_seconds", .histogram,
            "From sending a statement or pipeline to having its result."),
        MetricDescription(
            "postgres_batch_size", .histogram, labels: ["batcher"],
            "Items that one statement carried; batcher, the batcher: turns, drafts, records, answers."),
        MetricDescription(
            "postgres_batch_seconds", .histogram, labels: ["batcher"],
            "From taking a batch to having answered it."),
        MetricDescription(
            "postgres_batch_waiting", .gauge, labels: ["batcher"],
            "Items that wait for a statement; a batcher refuses more than 4,096."),
        MetricDescription(
            "postgres_pool_connections", .gauge, labels: ["state"],
            "Connections for reads: used, idle, connecting."),
        MetricDescription(
            "postgres_pool_wait_seconds", .histogram,
            "How long a read waited for a connection, if none was free."),
        MetricDescription(
            "postgres_errors_total", .counter, labels: ["sqlstate_class"],
            """
            Failed statements and connections: the first two characters of the SQLSTATE, none where \
            there was no answer.
            """),
    ]
}
