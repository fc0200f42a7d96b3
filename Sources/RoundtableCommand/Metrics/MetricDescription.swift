import RoundtableMetrics

/// A metric of an instance, as Prometheus' `HELP` lines and `deploy/prometheus/README.md` describe it.
struct MetricDescription: Sendable {
    let name: String
    let kind: PrometheusRegistry.Kind
    let labels: [String]
    /// A description of its value, and the values of its labels.
    let text: String

    private static func counter(_ name: String, by labels: [String] = [], _ text: String) -> Self {
        Self(name: name, kind: .counter, labels: labels, text: text)
    }

    private static func gauge(_ name: String, by labels: [String] = [], _ text: String) -> Self {
        Self(name: name, kind: .gauge, labels: labels, text: text)
    }

    private static func histogram(_ name: String, by labels: [String] = [], _ text: String) -> Self {
        Self(name: name, kind: .histogram, labels: labels, text: text)
    }

    static let all = players + instance + database

    /// What players notice.
    static let players: [MetricDescription] = [
        .histogram(
            "roundtable_requests_seconds", by: ["route", "status"],
            """
            Time from the head of a request to the end of its answer. route: the path in openapi.yaml; \
            /v1/sessions/{id}?wait for reads that may be held; other for unknown paths. status: the HTTP status code.
            """),
        .histogram(
            "roundtable_turns_seconds", by: ["outcome"],
            """
            Time that moves, joins and actions take, whether committed or saved as a draft. outcome: accepted; \
            rejected by rules, seat or turn; conflict: the session had moved on; replayed: a repeat got its first \
            answer; failed: a fault of the service.
            """),
        .counter(
            "roundtable_drafts_total", by: ["outcome"],
            "Drafts, by what happened to them: saved, committed, cancelled, replaced, overtaken."),
        .counter(
            "roundtable_commits_total", by: ["cause"],
            """
            Committed events, by cause: sent, now, opened (somebody opened the bubble of a draft), deadline (of a turn \
            or a claim), operator.
            """),
        .counter(
            "roundtable_cancellations_total", by: ["cause"],
            """
            Bubbles that their authors took back. cause: user, or the error that the app reported: \
            url_exceeds_max_size (8), send_without_recent_interaction (9), send_while_not_visible (10), other.
            """),
        .counter(
            "roundtable_attributions_total", by: ["how"],
            """
            Seats of other players in composed messages, by the source of their name: resolved by sightings, inferred, \
            fallback to nickname or "Player 2".
            """),
        .counter(
            "roundtable_refusals_total", by: ["quota"],
            """
            Requests that the service refused because a quota was used up. quota: requests, players, sessions, drafts, \
            freshMessages, claims, devices, heldReads, streams, pageStreams, pictures, linkCodes.
            """),
        .gauge("roundtable_streams_open", "Open streams and held reads."),
        .gauge("roundtable_connections_open", "Open connections of players and proxies."),
        .counter(
            "roundtable_connections_refused_total", by: ["limit"],
            """
            Connections that the instance closed at once because too many were open. limit: of the address, or of the \
            instance.
            """),
    ]

    /// What stands behind it.
    static let instance: [MetricDescription] = [
        .gauge(
            "roundtable_build_info", by: ["version", "commit", "date"],
            "Always 1. The labels are the release, the commit that it was built from, and the day of that commit."),
        .gauge(
            "roundtable_sessions", by: ["game"],
            """
            Estimated number of sessions in the whole database, read every 10 s from the statistics of ANALYZE. Rare \
            and new games are missing; so are all games if sessions are distributed.
            """),
        .counter(
            "roundtable_deliveries_total", by: ["channel", "outcome"],
            """
            Attempts to deliver notices. channel: webhook, push, reminder. outcome: delivered; obsolete: there was \
            nothing to tell any more; failed, to be repeated; refused for good by the receiver. Also dropped, without \
            an attempt, as too many waited in one session.
            """),
        .gauge(
            "roundtable_outbox_waiting", by: ["channel"],
            "Notices in the whole database that wait to be delivered."),
        .gauge(
            "roundtable_outbox_oldest_seconds", by: ["channel"],
            "Age of the oldest notice that is due now or was tried without success; 0 if there is none."),
        .gauge(
            "roundtable_outbox_given_up", by: ["channel"],
            "Notices in the whole database that were given up in the last 30 days."),
        .counter(
            "roundtable_faults_total", by: ["kind"],
            """
            Sessions in which the service found a fault. kind: unreadable, unknown_game, differs (from its events), \
            stuck.
            """),
        .gauge("roundtable_faulty_sessions", by: ["kind"], "Sessions in the whole database that have a fault now."),
        .counter("roundtable_verifications_total", "Sessions that the background check compared with their events."),
        .counter(
            "roundtable_cache_lookups_total", by: ["cache", "result"],
            """
            Lookups in caches. cache: sessions, credentials, pictures, drafts (their outcomes), earlier (earlier \
            states of sessions). result: hit, miss, refuted (sessions only: the database had a newer state than the \
            cache).
            """),
        .gauge(
            "roundtable_session_locked_seconds", by: ["session", "backend"],
            """
            How long ago a session was found to be locked by another transaction, for as long as its players are \
            refused. backend: the process on the database's server; unknown if it was not found.
            """),
        .histogram("roundtable_event_loop_lag_seconds", "Delay of a timer on an event loop, measured every 100 ms."),
        .counter("process_cpu_seconds_total", "CPU time of the instance, user and system."),
        .gauge("process_resident_memory_bytes", "Resident memory."),
        .gauge("process_open_fds", "Open file descriptors."),
        .gauge("process_max_fds", "The limit of open file descriptors."),
        .gauge("process_start_time_seconds", "Start time of the instance, in seconds since 1970."),
    ]

    /// Measurements of the PostgreSQL client, which knows no games.
    static let database: [MetricDescription] = [
        .histogram("postgres_query_seconds", "Time from sending a statement or pipeline to receiving its result."),
        .histogram(
            "postgres_batch_size", by: ["batcher"],
            "Items in one statement. batcher: turns, drafts, sessions, records, answers."),
        .histogram("postgres_batch_seconds", by: ["batcher"], "Time from taking a batch to answering it."),
        .gauge(
            "postgres_batch_waiting", by: ["batcher"],
            "Items that wait for a statement. A batcher refuses more than 4,096."),
        .gauge(
            "postgres_pool_connections", by: ["state"],
            "Connections of the pool for reads. state: used, idle, connecting."),
        .histogram("postgres_pool_wait_seconds", "Time that a read waited for a connection because none was free."),
        .counter(
            "postgres_errors_total", by: ["sqlstate_class"],
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
