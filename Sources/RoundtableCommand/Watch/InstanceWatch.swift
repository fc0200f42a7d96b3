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

    private let instance: WatchedInstance
    private let interval: Duration
    private let times: Int?
    private let window: Duration

    /// - Parameters:
    ///   - times: how often it is read after the first time; nil for without end.
    ///   - window: the time over which rates and percentiles are taken; that since the last reading, if that is longer.
    init(of instance: WatchedInstance, every interval: Duration, times: Int?, window: Duration) {
        (self.instance, self.interval, self.times, self.window) = (instance, interval, times, window)
    }

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
