import Foundation
import RoundtableMetrics
import Testing

@testable import RoundtableCommand

@Suite("Metrics as the documentation has them")
struct MetricDescriptionTests {
    @Test(
        "the tables of deploy/prometheus/README.md are those of the sources",
        arguments: [MetricDescription.players, MetricDescription.instance, MetricDescription.database])
    func documented(metrics: [MetricDescription]) throws {
        let page = URL(filePath: #filePath).appending(path: "../../../../deploy/prometheus/README.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let rows = metrics.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return "| `\(metric.name)` | \(metric.kind.rawValue) | \(labels) | \(metric.text) |\n"
        }
        let table = "| metric | type | labels | what it counts |\n| --- | --- | --- | --- |\n" + rows.joined() + "\n"
        #expect(text.contains(table), "it should be:\n\(table)")
    }

    @Test("each is described once")
    func names() {
        #expect(Set(MetricDescription.all.map(\.name)).count == MetricDescription.all.count)
    }
}
