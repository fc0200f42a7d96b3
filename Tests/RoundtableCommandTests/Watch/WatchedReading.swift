import Foundation
import RoundtableMetrics

@testable import RoundtableCommand

extension WatchedInstance.Reading {
    private static let began = ContinuousClock.now
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// What an instance says in some second of a steady load.
    init(second: Int, _ state: WatchedInstance.State = .ready) throws {
        self.init(
            at: Self.start + Double(second), instant: Self.began + .seconds(second),
            metrics: try PrometheusReading(Self.text(second)), state: state)
    }

    private static func text(_ second: Int) -> String {
        let routes = (1...12).map { number in
            Self.histogram(
                "roundtable_requests_seconds", "route=\"/v1/route\(number)\",status=\"200\"", [0, 100], second)
        }
        let sessions = (1...12).map { "roundtable_sessions{game=\"game-\($0)\"} \($0 * 100)" }
        let request = "roundtable_requests_seconds", session = "route=\"/v1/sessions/{id}\""
        return """
            process_start_time_seconds \(start.timeIntervalSince1970 - 600)
            process_resident_memory_bytes 67108864
            process_open_fds 70
            process_cpu_seconds_total \(Double(second) * 0.5)
            roundtable_streams_open 3
            \(routes.joined(separator: "\n"))
            \(histogram(request, "\(session),status=\"404\"", [0, 0, 0, 40], second))
            \(histogram(request, "\(session),status=\"500\"", [0, 0, 0, 20], second))
            \(histogram(request, "route=\"/v1/sessions/{id}?wait\",status=\"304\"", [0, 0, 0, 0, 10], second))
            \(histogram("roundtable_turns_seconds", "outcome=\"accepted\"", [0, 1000], second))
            \(histogram("roundtable_turns_seconds", "outcome=\"failed\"", [0, 0], second))
            roundtable_drafts_total{outcome="saved"} \(Double(second) / 2)
            roundtable_commits_total{cause="sent"} \(second * 3)
            roundtable_refusals_total{quota="requests"} \(second * 4)
            roundtable_refusals_total{quota="streams"} 9
            roundtable_faulty_sessions{kind="differs"} 2
            roundtable_faulty_sessions{kind="stuck"} 0
            \(histogram("postgres_batch_seconds", "batcher=\"turns\"", [0, 250], second))
            postgres_batch_size_bucket{batcher="turns",le="4"} \(second * 250)
            postgres_batch_size_bucket{batcher="turns",le="+Inf"} \(second * 250)
            postgres_batch_size_sum{batcher="turns"} \(second * 1000)
            postgres_batch_waiting{batcher="turns"} 12
            postgres_pool_connections{state="used"} 3
            postgres_pool_connections{state="idle"} 5
            \(sessions.joined(separator: "\n"))
            """
    }

    /// A histogram each of whose buckets takes so many more in a second; those that are not named take none.
    private static func histogram(_ name: String, _ labels: String, _ counts: [Int], _ second: Int) -> String {
        var (count, lines) = (0, [String]())
        for (index, bound) in ["0.001", "0.0025", "0.1", "0.25", "+Inf"].enumerated() {
            if index < counts.count { count += counts[index] * second }
            lines.append("\(name)_bucket{\(labels),le=\"\(bound)\"} \(count)")
        }
        return (lines + ["\(name)_sum{\(labels)} 0", "\(name)_count{\(labels)} \(count)"]).joined(separator: "\n")
    }
}
