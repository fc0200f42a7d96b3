import Metrics
import Roundtable
import RoundtableMetrics

extension PrometheusRegistry {
    /// The registry of an instance; what it promises is in `deploy/prometheus/README.md`.
    static func ofInstance() -> PrometheusRegistry {
        let registry = PrometheusRegistry(descriptions: descriptions)
        registry.sampleProcess()
        registry.sample("roundtable_build_info", Version.labels, as: .gauge) { 1 }
        return registry
    }

    private static let descriptions = [
        "roundtable_build_info": "1, with the version, the commit and its date as labels.",
        "roundtable_requests_seconds": "Requests from head to the end of the answer.",
        "roundtable_turns_seconds": "Moves, joins and actions, committed or saved as a draft.",
        "roundtable_drafts_total": "What became of drafts.",
        "roundtable_commits_total": "Events, by what committed them.",
        "roundtable_attributions_total": "How the seats of others are named in composed messages.",
        "roundtable_cancellations_total": "Bubbles that were taken back, by what the app reported.",
        "roundtable_faults_total": "Sessions in which a fault was found.",
        "roundtable_faulty_sessions": "Sessions that have a fault now.",
        "roundtable_sessions": "Sessions in the whole database, as it last estimated.",
        "roundtable_verifications_total": "Sessions that were compared with their events in the background.",
        "roundtable_refusals_total": "What was refused because a quota was used up.",
        "roundtable_streams_open": "Streams and held reads that are open.",
        "roundtable_cache_lookups_total": "What caches were asked, and whether they knew.",
        "roundtable_event_loop_lag_seconds": "How late a timer of an event loop was.",
        "postgres_query_seconds": "From sending a statement or pipeline to having its result.",
        "postgres_pool_wait_seconds": "How long a read waited for a connection, if none was free.",
        "postgres_pool_connections": "Connections for reads.",
        "postgres_batch_size": "Items that one statement carried.",
        "postgres_batch_seconds": "From taking a batch to having answered it.",
        "postgres_batch_waiting": "Items that wait for a statement.",
        "postgres_errors_total": "Failed statements and connections.",
        "process_cpu_seconds_total": "CPU of the instance, user and system.",
        "process_resident_memory_bytes": "Memory of the instance.",
        "process_open_fds": "File descriptors that are open.",
        "process_max_fds": "File descriptors that may be open.",
        "process_start_time_seconds": "When the instance began, since 1970.",
    ]
}
