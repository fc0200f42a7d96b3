import Foundation
import HTTPConnection
import RoundtableMetrics

/// An instance, as it is asked from outside.
struct WatchedInstance: Sendable {
    /// Whether an instance serves players, in a word or two, and why it doesn't.
    struct State: Hashable, Sendable, Encodable {
        let words: String
        var reason: String?

        static let ready = State(words: "ready")
        /// It wasn't asked.
        static let unknown = State(words: "there")

        static func notReady(_ reason: String) -> State { State(words: "not ready", reason: reason) }

        func encode(to encoder: any Encoder) throws { try words.encode(to: encoder) }
    }

    /// What an instance said at one time.
    struct Reading: Sendable {
        let at: Date
        /// For the time between two readings, which no clock's correction changes.
        let instant: ContinuousClock.Instant
        let metrics: PrometheusReading
        let state: State
    }

    private static let limit = Duration.seconds(3)

    let metrics: HTTPAddress
    /// The address that it serves players at; nil if unknown.
    let service: HTTPAddress?

    func read() async throws(Refusal) -> Reading {
        async let state = state()
        let answer: HTTPInquiry.Reply
        do throws(HTTPInquiry.Failure) {
            answer = try await ask("/metrics", of: metrics)
        } catch {
            throw Refusal(error.description)
        }
        guard answer.status == 200 else {
            throw Refusal("status \(answer.status), which is not that of an instance's --metrics-port")
        }
        guard let metrics = try? PrometheusReading(answer.body), metrics.names.contains("roundtable_requests_seconds")
        else { throw Refusal("what answers is no instance of Roundtable") }
        return Reading(at: Date(), instant: .now, metrics: metrics, state: await state)
    }

    private func state() async -> State {
        guard let service else { return .unknown }
        do throws(HTTPInquiry.Failure) {
            let answer = try await ask("/readyz", of: service)
            if answer.status == 200 { return .ready }
            struct Problem: Decodable { let developerDetail: String }
            let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body.utf8))
            return .notReady(problem?.developerDetail ?? "/readyz says \(answer.status)")
        } catch {
            return .notReady("\(service): \(error)")
        }
    }

    private func ask(_ path: String, of address: HTTPAddress) async throws(HTTPInquiry.Failure) -> HTTPInquiry.Reply {
        try await HTTPInquiry(of: address.host, port: address.port, path: path, limit: Self.limit).answer()
    }
}

struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
    let host: String
    let port: Int

    /// An address as a server listens on it; one that stands for all of a machine's is asked at this machine's own.
    init(host: String, port: Int) {
        self.host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host, default: host]
        self.port = port
    }

    /// Reads `http://HOST:PORT`, or the same without a scheme; nil if it is something else.
    init?(_ text: String) {
        let text = text.contains("://") ? text : "http://\(text)"
        guard let url = URL(string: text), url.scheme == "http", let host = url.host(), !host.isEmpty,
            ["", "/", "/metrics"].contains(url.path()), url.query() == nil
        else { return nil }
        self.init(host: host.trimmingCharacters(in: ["[", "]"]), port: url.port ?? 80)
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
