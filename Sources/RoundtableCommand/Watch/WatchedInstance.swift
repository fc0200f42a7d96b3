import Foundation
import HTTPConnection
import RoundtableMetrics

/// An instance, as it is asked from outside.
struct WatchedInstance: Sendable {
    /// Why an instance can't be read, in a few words.
    struct Obstacle: Error, CustomStringConvertible {
        let description: String
    }

    enum State: Hashable, Sendable, Encodable {
        case ready
        case notReady(String)
        /// It wasn't asked.
        case unknown

        var words: String {
            switch self {
            case .ready: "ready"
            case .notReady: "not ready"
            case .unknown: "there"
            }
        }

        var reason: String? {
            guard case .notReady(let reason) = self else { return nil }
            return reason
        }

        func encode(to encoder: any Encoder) throws {
            var text = encoder.singleValueContainer()
            try text.encode(words)
        }
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

    func read() async throws(Obstacle) -> Reading {
        async let state = state()
        let answer: HTTPInquiry.Reply
        do throws(HTTPInquiry.Failure) {
            answer = try await ask("/metrics", of: metrics)
        } catch {
            throw Obstacle(description: error.description)
        }
        guard answer.status == 200 else {
            throw Obstacle(description: "status \(answer.status), which is not that of an instance's --metrics-port")
        }
        guard let metrics = try? PrometheusReading(answer.body), metrics.names.contains("roundtable_requests_seconds")
        else { throw Obstacle(description: "what answers is no instance of Roundtable") }
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
