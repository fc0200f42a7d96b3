import Metrics
import RoundtableMetrics
import Testing

@Suite("Prometheus' text format")
struct PrometheusTextTests {
    @Test("counters and gauges are lines with their labels, under their names")
    func numbers() {
        let registry = PrometheusRegistry(descriptions: ["moves_total": "Moves."])
        let moves = Counter(label: "moves_total", dimensions: [("by", "Ben \"B\"")], factory: registry)
        moves.increment(by: 2)
        Counter(label: "moves_total", dimensions: [("by", "Amber")], factory: registry).increment()
        let waiting = Meter(label: "waiting", factory: registry)
        waiting.increment(by: 3)
        waiting.decrement(by: 1)
        registry.sample("asked", [("how", "late")], as: .gauge) { 0.5 }
        registry.sample("unknown", as: .gauge) { nil }
        #expect(
            registry.text == """
                # TYPE asked gauge
                asked{how="late"} 0.5
                # HELP moves_total Moves.
                # TYPE moves_total counter
                moves_total{by="Amber"} 1
                moves_total{by="Ben \\"B\\""} 2
                # TYPE unknown gauge
                # TYPE waiting gauge
                waiting 2

                """)
    }

    @Test("a histogram counts what is no larger than each bound")
    func histograms() {
        let registry = PrometheusRegistry()
        let sizes = Recorder(label: "sizes", dimensions: [("lane", "turns")], factory: registry)
        for size in [1, 3, 4, 300] { sizes.record(size) }
        let lines = registry.text.split(separator: "\n")
        #expect(lines.contains("sizes_bucket{lane=\"turns\",le=\"1\"} 1"))
        #expect(lines.contains("sizes_bucket{lane=\"turns\",le=\"2\"} 1"))
        #expect(lines.contains("sizes_bucket{lane=\"turns\",le=\"4\"} 3"))
        #expect(lines.contains("sizes_bucket{lane=\"turns\",le=\"256\"} 3"))
        #expect(lines.contains("sizes_bucket{lane=\"turns\",le=\"+Inf\"} 4"))
        #expect(lines.suffix(2) == ["sizes_sum{lane=\"turns\"} 308", "sizes_count{lane=\"turns\"} 4"])
    }

    @Test("durations are in seconds")
    func durations() {
        let registry = PrometheusRegistry()
        Timer(label: "waits", factory: registry).record(duration: .milliseconds(2))
        let lines = registry.text.split(separator: "\n")
        #expect(lines.contains("waits_bucket{le=\"0.001\"} 0"))
        #expect(lines.contains("waits_bucket{le=\"0.0025\"} 1"))
        #expect(lines.contains("waits_sum 0.002"))
    }

    @Test("many who count at once lose nothing, and share the series of a name and its labels")
    func concurrency() async {
        let registry = PrometheusRegistry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { Counter(label: "many_total", factory: registry).increment() }
                }
            }
        }
        #expect(registry.text.contains("many_total 4000\n"))
    }

    #if os(Linux)
        @Test("the process tells of its CPU, memory and file descriptors")
        func process() {
            let registry = PrometheusRegistry()
            registry.sampleProcess()
            let values = Dictionary(
                uniqueKeysWithValues: registry.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                    let parts = line.split(separator: " ")
                    return (String(parts[0]), Double(parts[1]) ?? 0)
                })
            #expect(values.count == 5 && values.values.allSatisfy { $0 > 0 })
            #expect((values["process_open_fds"] ?? 0) < (values["process_max_fds"] ?? 0))
            #expect((values["process_resident_memory_bytes"] ?? 0) > 1_000_000)
        }
    #endif
}
