import Foundation
import RoundtableMetrics
import Testing

@testable import RoundtableCommand

@Suite("Metrics as the documentation has them")
struct DocumentedMetricsTests {
    @Test("every row of a table in deploy/prometheus/README.md describes its metric")
    func rows() throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../deploy/prometheus/README.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let names = text.matches(of: /(?:^|\n)\| `((?:roundtable|postgres|process)_[a-z_]+)`/).map { String($0.1) }
        let metrics = PrometheusRegistry.documentedMetrics()
        #expect(metrics.count == names.count && Set(metrics.keys) == Set(names))
        #expect(metrics["postgres_batch_seconds"] == "Time from taking a batch to answering it.")
        #expect(metrics.values.allSatisfy { $0.hasSuffix(".") })
    }

    @Test("what is measured says what it is")
    func help() {
        let text = PrometheusRegistry.ofInstance().text
        #expect(text.contains("# HELP process_max_fds The limit of open file descriptors.\n"), "\(text)")
    }
}
