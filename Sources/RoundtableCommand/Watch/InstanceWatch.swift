import BoardDrawings
import Foundation

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
    func begin() async throws(Refusal) -> Reading {
        do throws(Refusal) {
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
        do throws(Refusal) {
            let reading = try await instance.read()
            readings.append(reading)
            while readings.count > 2, readings[1].instant <= reading.instant - window { readings.removeFirst() }
            return .there(InstanceFigures(of: instance.metrics, reading, since: readings[0]))
        } catch {
            let last = readings.last?.at ?? Date()
            return .away(
                .init(address: instance.metrics.description, at: Date(), last: last, reason: error.description))
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
                figures.at.text, figures.state.words, figures.reason?.withoutControls, figures.activity?.words,
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
