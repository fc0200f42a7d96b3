import RoundtableMetrics

/// A metric of an instance, as Prometheus' `HELP` lines and `deploy/prometheus/README.md` describe it.
struct MetricDescription: Sendable {
    let name: String
    let kind: PrometheusRegistry.Kind
    let labels: [String]
    /// A description of its value, and the values of its labels.
    let text: String

    init(_ name: String, _ kind: PrometheusRegistry.Kind, labels: [String] = [], _ text: String) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.text = text
    }
}

extension MetricDescription {
    static let all = players + instance + database

    /// What players notice.
    static let players: [MetricDescription] = [
        MetricDescription(
            "roundtable_requests_seconds", .histogram, labels: ["route", "status"],
            """
            Time from the head of a request to the end of its answer. route: the path in openapi.yaml; \
            /v1/sessions/{id}?wait for reads that may be held; other for unknown paths. status: the HTTP status code.
            """),
        MetricDescription(
            "roundtable_turns_seconds", .histogram, labels: ["outcome"],
            """
            Time that moves, joins and actions take, whether committed or saved as a draft. outcome: accepted; \
            rejected by rules, seat or turn; conflict: the session had moved on; replayed: a repeat got its first \
            answer; failed: a fault of the service.
            """),
        MetricDescription(
            "roundtable_drafts_total", .counter, labels: ["outcome"],
            "Drafts, by what happened to them: saved, committed, cancelled, replaced, overtaken."),
        MetricDescription(
            "roundtable_commits_total", .counter, labels: ["cause"],
            """
            Committed events, by cause: sent, now, opened (somebody opened the bubble of a draft), deadline (of a turn \
            or a claim), operator.
            """),
        MetricDescription(
            "roundtable_cancellations_total", .counter, labels: ["cause"],
            """
            Bubbles that their authors took back. cause: user, or the error that the app reported: \
            url_exceeds_max_size (8), send_without_recent_interaction (9), send_while_not_visible (10), other.
            """),
        MetricDescription(
            "roundtable_attributions_total", .counter, labels: ["how"],
            """
            Seats of other players in composed messages, by the source of their name: resolved by sightings, inferred, \
            fallback to nickname or "Player 2".
            """),
        MetricDescription(
            "roundtable_refusals_total", .counter, labels: ["quota"],
            """
            Requests that the service refused because a quota was used up. quota: requests, players, sessions, drafts, \
            freshMessages, claims, devices, heldReads, streams, pageStreams, pictures, linkCodes.
            """),
        MetricDescription("roundtable_streams_open", .gauge, "Open streams and held reads."),
        MetricDescription("roundtable_connections_open", .gauge, "Open connections of players and proxies."),
        MetricDescription(
            "roundtable_connections_refused_total", .counter, labels: ["limit"],
            """
            Connections that the instance closed at once because too many were open. limit: of the address, or of the \
            instance.
            """),
    ]

    /// What stands behind it.
    static let instance: [MetricDescription] = [
        MetricDescription(
            "roundtable_build_info", .gauge, labels: ["version", "commit", "date"],
            "Always 1. The labels are the release, the commit that it was built from, and the day of that commit."),
        MetricDescription(
            "roundtable_sessions", .gauge, labels: ["game"],
            """
            Estimated number of sessions in the whole database, read every 10 s from the statistics of ANALYZE. Rare \
            and new games are missing; so are all games if sessions are distributed.
            """),
        MetricDescription(
            "roundtable_deliveries_total", .counter, labels: ["channel", "outcome"],
            """
            Attempts to deliver notices. channel: webhook, push, reminder. outcome: delivered; obsolete: there was \
            nothing to tell any more; failed, to be repeated; refused for good by the receiver.
            """),
        MetricDescription(
            "roundtable_outbox_waiting", .gauge, labels: ["channel"],
            "Notices in the whole database that wait to be delivered."),
        MetricDescription(
            "roundtable_outbox_oldest_seconds", .gauge, labels: ["channel"],
            "Age of the oldest notice that is due now or was tried without success; 0 if there is none."),
        MetricDescription(
            "roundtable_outbox_given_up", .gauge, labels: ["channel"],
            "Notices in the whole database that were given up in the last 30 days."),
        MetricDescription(
            "roundtable_faults_total", .counter, labels: ["kind"],
            """
            Sessions in which the service found a fault. kind: unreadable, unknown_game, differs (from its events), \
            stuck.
            """),
        MetricDescription(
            "roundtable_faulty_sessions", .gauge, labels: ["kind"],
            "Sessions in the whole database that have a fault now."),
        MetricDescription(
            "roundtable_verifications_total", .counter,
            "Sessions that the background check compared with their events."),
        MetricDescription(
            "roundtable_cache_lookups_total", .counter, labels: ["cache", "result"],
            """
            Lookups in caches. cache: sessions, credentials, pictures, drafts (their outcomes), earlier (earlier \
            states of sessions). result: hit, miss, refuted (sessions only: the database had a newer state than the \
            cache).
            """),
        MetricDescription(
            "roundtable_event_loop_lag_seconds", .histogram,
            "Delay of a timer on an event loop, measured every 100 ms."),
        MetricDescription("process_cpu_seconds_total", .counter, "CPU time of the instance, user and system."),
        MetricDescription("process_resident_memory_bytes", .gauge, "Resident memory."),
        MetricDescription("process_open_fds", .gauge, "Open file descriptors."),
        MetricDescription("process_max_fds", .gauge, "The limit of open file descriptors."),
        MetricDescription("process_start_time_seconds", .gauge, "Start time of the instance, in seconds since 1970."),
    ]

    /// Measurements of the PostgreSQL client, which knows no games.
    static let database: [MetricDescription] = [
        MetricDescription(
            "postgres_query_seconds", .histogram,
            "Time from sending a statement or pipeline to receiving its result."),
        MetricDescription(
            "postgres_batch_size", .histogram, labels: ["batcher"],
            "Items in one statement. batcher: turns, drafts, sessions, records, answers, outbox."),
        MetricDescription(
            "postgres_batch_seconds", .histogram, labels: ["batcher"],
            "Time from taking a batch to answering it."),
        MetricDescription(
            "postgres_batch_waiting", .gauge, labels: ["batcher"],
            "Items that wait for a statement. A batcher refuses more than 4,096."),
        MetricDescription(
            "postgres_pool_connections", .gauge, labels: ["state"],
            "Connections of the pool for reads. state: used, idle, connecting."),
        MetricDescription(
            "postgres_pool_wait_seconds", .histogram,
            "Time that a read waited for a connection because none was free."),
        MetricDescription(
            "postgres_errors_total", .counter, labels: ["sqlstate_class"],
            """
            Failed statements and connections, by the first two characters of the SQLSTATE; none if there was no \
            answer.
            """),
    ]
}

extension PrometheusRegistry {
    /// The registry of an instance, whose metrics are those of ``MetricDescription/all``.
    static func ofInstance() -> PrometheusRegistry {
        let registry = PrometheusRegistry(
            descriptions: Dictionary(uniqueKeysWithValues: MetricDescription.all.map { ($0.name, $0.text) }))
        registry.sampleProcess()
        registry.sample("roundtable_build_info", Version.labels, as: .gauge) { 1 }
        return registry
    }
}
