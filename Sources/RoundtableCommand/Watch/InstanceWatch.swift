import BoardDrawings
import Foundation
import HTTPConnection
import RoundtableMetrics

/// What a look at an instance found.
enum InstanceSighting: Sendable {
    case there(InstanceFigures)
    case away(Absence)

    /// Nobody answers.
    struct Absence: Encodable, Sendable {
        let address: String
        let at: Date
        /// When it answered last.
        let last: Date
        let reason: String
        private(set) var state = "away"
    }
}

/// Reads an instance again and again, and tells what happened in between.
struct InstanceWatch: Sendable {
    typealias Reading = WatchedInstance.Reading

    let instance: WatchedInstance
    let interval: Duration
    /// The number of readings after the first; nil for no limit.
    let times: Int?
    /// The time over which rates and percentiles are taken; that since the last reading, if that is longer.
    let window: Duration

    /// - Throws: `Refusal`, if there is no instance.
    func begin() async throws -> Reading {
        do {
            return try await instance.read()
        } catch {
            throw Refusal("http://\(instance.metrics)/metrics can't be read: \(error).")
        }
    }

    /// The figures of a first reading, which has no rates.
    func sighting(_ first: Reading) -> InstanceSighting { .there(InstanceFigures(of: instance.metrics, first)) }

    /// Reads on, and hands over what each reading found, also that nobody was there.
    func follow(_ first: Reading, _ show: (InstanceSighting) async throws -> Void) async throws {
        var readings = [first]
        var due = first.instant
        for _ in 0..<(times ?? .max) {
            due = max(due + interval, .now)
            try await Task.sleep(until: due)
            let sighting = await look(&readings)
            try Task.checkCancellation()
            try await show(sighting)
        }
    }

    /// - Parameter readings: those from the one that begins the window on; the new one is added.
    private func look(_ readings: inout [Reading]) async -> InstanceSighting {
        do {
            let reading = try await instance.read()
            readings.append(reading)
            while readings.count > 2, readings[1].instant <= reading.instant - window { readings.removeFirst() }
            return .there(InstanceFigures(of: instance.metrics, reading, since: readings[0]))
        } catch {
            let last = readings.last?.at ?? Date()
            return .away(.init(address: instance.metrics.description, at: Date(), last: last, reason: "\(error)"))
        }
    }
}

extension InstanceSighting {
    var jsonLine: String {
        get throws {
            switch self {
            case .there(let figures): try figures.jsonLine
            case .away(let absence): try absence.jsonLine
            }
        }
    }

    var line: String {
        switch self {
        case .away(let absence): return "\(absence.at.text)  away since \(absence.last.text): \(absence.reason)"
        case .there(let figures):
            let parts = [
                figures.at.text, figures.state.words, figures.reason?.printable, figures.activity?.words,
                figures.memoryBytes?.byteText,
            ]
            return parts.compactMap(\.self).joined(separator: "  ")
        }
    }
}

extension InstanceFigures.Activity {
    fileprivate var words: String {
        let failed = requests.by?["5xx"] ?? 0
        return [
            "\(requests.perSecond.rateText) requests/s", "\(failed.rateText) failed/s",
            "\(turns.perSecond.rateText) turns/s",
            turns.seconds.map { "p50 \($0.p50.durationText)  p95 \($0.p95.durationText)  p99 \($0.p99.durationText)" },
        ].compactMap(\.self).joined(separator: "  ")
    }
}

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

    /// - Throws: why there is none, in words.
    func read() async throws -> Reading {
        async let state = state()
        let answer = try await ask("/metrics", of: metrics)
        guard answer.status == 200 else {
            throw Refusal("status \(answer.status), which is not that of an instance's --metrics-port")
        }
        guard let metrics = try? PrometheusReading(answer.body), metrics.names.contains("roundtable_requests_seconds")
        else { throw Refusal("what answers is no instance of Roundtable") }
        return Reading(at: Date(), instant: .now, metrics: metrics, state: await state)
    }

    private func state() async -> State {
        guard let service else { return .unknown }
        do {
            let answer = try await ask("/readyz", of: service)
            if answer.status == 200 { return .ready }
            struct Problem: Decodable { let developerDetail: String }
            let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body.utf8))
            return .notReady(problem?.developerDetail ?? "/readyz says \(answer.status)")
        } catch {
            return .notReady("\(service): \(error)")
        }
    }

    private func ask(_ path: String, of address: HTTPAddress) async throws -> HTTPInquiry.Reply {
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
