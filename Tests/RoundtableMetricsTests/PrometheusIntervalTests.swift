import RoundtableMetrics
import Testing

@Suite("What happened between two readings")
struct PrometheusIntervalTests {
    @Test("counters have rates, together or by a label, and a series that is new counts from zero")
    func rates() throws {
        let interval = try interval("a{x=\"1\"} 10\na{x=\"2\"} 5\n", "a{x=\"1\"} 30\na{x=\"2\"} 5\na{x=\"3\"} 4\n")
        #expect(interval.rates(of: "a", by: "x") == ["1": 10, "2": 0, "3": 2])
        #expect(interval.rate(of: "a") == 12 && interval.rate(of: "b") == 0)
    }

    @Test("a counter that is lower than before began anew, and so did all where the process did")
    func resets() throws {
        let lower = try interval("a 100\nb 1\n", "a 6\nb 3\n")
        #expect(lower.rate(of: "a") == 3 && lower.rate(of: "b") == 1)
        let start = "process_start_time_seconds"
        let restarted = try interval("\(start) 1\na 4\n", "\(start) 2\na 6\n")
        #expect(restarted.rate(of: "a") == 3)
    }

    @Test("what is no number has no rate")
    func noNumbers() throws {
        let interval = try interval("a NaN\nb 1\n", "a 5\nb +Inf\nc NaN\n")
        #expect([interval.rate(of: "a"), interval.rate(of: "b"), interval.rate(of: "c")] == [0, 0, 0])
    }

    @Test("quantiles are those of what a histogram was told in between, spread evenly within a bucket")
    func quantiles() throws {
        let before =
            "h_bucket{le=\"1\"} 100\nh_bucket{le=\"2\"} 100\nh_bucket{le=\"+Inf\"} 100\nh_sum 10\nh_count 100\n"
        let after =
            "h_bucket{le=\"1\"} 150\nh_bucket{le=\"2\"} 190\nh_bucket{le=\"+Inf\"} 200\nh_sum 160\nh_count 200\n"
        let distribution = try interval(before, after).distribution(of: "h")
        #expect(distribution.count == 100 && distribution.mean == 1.5)
        #expect(distribution.quantile(0.25) == 0.5 && distribution.quantile(0.5) == 1)
        #expect(distribution.quantile(0.7) == 1.5)
        // Beyond the largest bound nobody knows.
        #expect(distribution.quantile(0.95) == 2)
        let nothing = try interval(after, after).distribution(of: "h")
        #expect(nothing.quantile(0.5) == nil && nothing.mean == nil && nothing.count == 0)
    }

    @Test("series of a histogram count together, or those alone that have a label")
    func labels() throws {
        let text = """
            h_bucket{r="a",s="1",le="1"} 4
            h_bucket{r="a",s="1",le="+Inf"} 4
            h_bucket{r="a",s="2",le="1"} 0
            h_bucket{r="a",s="2",le="+Inf"} 4
            h_bucket{r="b",s="1",le="1"} 1
            h_bucket{r="b",s="1",le="+Inf"} 2
            """
        let interval = try interval("", text)
        #expect(interval.distribution(of: "h").count == 10)
        let ofRoute = interval.distribution(of: "h") { $0["r"] == "a" }
        #expect(ofRoute.count == 8 && ofRoute.quantile(0.5) == 1)
    }

    private func interval(_ before: String, _ after: String) throws -> PrometheusInterval {
        PrometheusInterval(from: try PrometheusReading(before), to: try PrometheusReading(after), seconds: 2)
    }
}
