import NIOCore
import Testing

@testable import RoundtableLab

@Suite("Latencies")
struct LatenciesTests {
    @Test("percentiles, mean and maximum are those of what was recorded, to three digits")
    func percentiles() {
        var latencies = Latencies()
        for number in 1...10_000 { latencies.record(.microseconds(Int64(number) * 10)) }
        #expect(latencies.count == 10_000)
        #expect(abs(latencies.milliseconds(at: 50) - 50) < 0.1)
        #expect(abs(latencies.milliseconds(at: 99.9) - 99.9) < 0.2)
        #expect(abs(latencies.maximum - 100) < 0.2)
        #expect(abs(latencies.mean - 50.005) < 0.1)
    }

    @Test("the curve rises to the maximum and has no more digits than there are things recorded")
    func curve() throws {
        var latencies = Latencies()
        for number in 1...1000 { latencies.record(.milliseconds(Int64(number))) }
        let curve = latencies.curve
        #expect(curve.map(\.milliseconds) == curve.map(\.milliseconds).sorted())
        #expect(try #require(curve.last).percentile < 99.95)
        #expect(Latencies().curve.isEmpty)
    }

    @Test("what took longer than can be told, or no time, counts all the same")
    func extremes() {
        var latencies = Latencies()
        latencies.record(.hours(2))
        latencies.record(.nanoseconds(-5))
        #expect(latencies.count == 2)
        #expect(latencies.maximum >= 119_000)
    }

    @Test("what should have begun in the time that counts is measured, what was answered in it counts; errors always")
    func counting() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var recorder = Recorder()
        recorder.begin(from: start, until: start + .seconds(10))
        recorder.record(.turn, since: start - .seconds(2), at: start - .seconds(1))
        recorder.record(error: "lost", at: start - .seconds(1))
        recorder.record(.turn, since: start - .milliseconds(5), at: start + .milliseconds(5))
        recorder.record(.turn, since: start + .seconds(2), at: start + .seconds(3))
        recorder.record(.turn, since: start + .seconds(9), at: start + .seconds(17))
        recorder.recordUnbegun(since: start + .seconds(9), at: start + .seconds(10))
        #expect(recorder.takeInterval().latencies.count == 4)
        #expect(recorder.takeInterval().latencies.count == 0)
        let measurement = recorder.takeMeasurement(at: start + .seconds(4))
        #expect(measurement.seconds == 4)
        #expect(measurement.latencies[.turn]?.count == 2)
        #expect(measurement.latencies[.turn]?.milliseconds(at: 100) ?? 0 >= 7900)
        #expect(measurement.rate == 0.5 && measurement.rate(of: .turn) == 0.5)
        #expect(measurement.steps.count == 3)
        #expect(measurement.errors == ["lost": 1])
    }
}
