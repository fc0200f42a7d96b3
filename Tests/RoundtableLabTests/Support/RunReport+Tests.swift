import Foundation
import NIOCore

@testable import RoundtableLab

extension RunReport.Trial {
    /// Turns that took as many milliseconds each, in ten seconds.
    static func ofTests(milliseconds: [Int], errors: [String: Int] = [:]) -> RunReport.Trial {
        var measurement = Measurement()
        var latencies = Latencies()
        for duration in milliseconds { latencies.record(.milliseconds(Int64(duration))) }
        measurement.latencies = [.turn: latencies]
        measurement.answers = [.turn: milliseconds.count]
        measurement.errors = errors
        measurement.seconds = 10
        var interval = Recorder.Interval()
        interval.latencies = latencies
        return RunReport.Trial(
            Load(connections: 2, ramp: 1, warmUp: 1, duration: 10), measurement,
            timeline: (1...12).map { second in
                RunReport.Moment(
                    second: Double(second), interval,
                    processes: ["service": RunReport.ProcessMoment(cores: 0.5, megabytes: 20)])
            })
    }
}

extension RunReport {
    /// A run with a title.
    static func ofTests(_ title: String, milliseconds: [Int] = Array(1...100)) -> RunReport {
        RunReport(
            title: title, scenario: .duel, target: "http://127.0.0.1:1", startedAt: Date(timeIntervalSince1970: 0),
            trial: .ofTests(milliseconds: milliseconds), search: nil,
            verification: Verification(sessions: 2, events: 86, flaws: []), verdicts: [])
    }
}
