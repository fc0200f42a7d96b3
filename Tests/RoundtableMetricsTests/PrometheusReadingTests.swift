import Metrics
import RoundtableMetrics
import Testing

@Suite("Reading Prometheus' text format")
struct PrometheusReadingTests {
    @Test("what a registry writes down is read, whatever is in its labels")
    func roundTrip() throws {
        let registry = PrometheusRegistry(descriptions: ["moves_total": "Moves {of \"all\"}."])
        let name = "Ben \"B\", {x}\n\\"
        Counter(label: "moves_total", dimensions: [("by", name), ("in", "chess")], factory: registry).increment(by: 2)
        Counter(label: "moves_total", dimensions: [("by", "Amber"), ("in", "chess")], factory: registry).increment()
        Metrics.Timer(label: "waits", factory: registry).record(duration: .milliseconds(2))
        registry.sample("unknown", as: .gauge) { nil }
        let reading = try PrometheusReading(registry.text)
        #expect(reading.names == ["moves_total", "waits", "unknown"])
        #expect(reading.value(of: "moves_total", ["by": name, "in": "chess"]) == 2)
        #expect(reading.values(of: "moves_total", by: "in") == ["chess": 3])
        #expect(reading.value(of: "waits_bucket", ["le": "0.0025"]) == 1)
        #expect(reading.value(of: "waits_bucket", ["le": "+Inf"]) == 1)
        #expect(reading.value(of: "waits_sum") == 0.002 && reading.value(of: "unknown") == nil)
    }

    @Test("numbers as others write them are read, and times behind them are ignored")
    func others() throws {
        let reading = try PrometheusReading("# any remark\na 1.5e3 1395066363000\nb NaN\nc -Inf\nd{} 7\n")
        #expect(reading.value(of: "a") == 1500 && reading.value(of: "b")?.isNaN == true)
        #expect(reading.value(of: "c") == -.infinity && reading.value(of: "d") == 7)
    }

    @Test(
        "what is no measurement is refused",
        arguments: ["<html>", "a", "a one", "a{b=\"c} 1", "a{b} 1", "a{b=\"c\" 1", "{b=\"c\"} 1"])
    func malformed(line: String) {
        #expect(throws: PrometheusReading.Malformed.self) { try PrometheusReading("good 1\n\(line)\n") }
    }
}
