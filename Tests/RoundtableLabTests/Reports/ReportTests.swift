import Foundation
import Testing

@testable import RoundtableLab

@Suite("Reports")
struct ReportTests {
    @Test("a report is read again as it was written")
    func json() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let written = try RunReport.ofTests("first").json
        try written.write(to: URL(filePath: path))
        #expect(try RunReport(contentsOf: path).json == written)
    }

    @Test("the page needs nothing else, and shows what its title says as text")
    func page() {
        let page = HTMLReport([.ofTests("<b>& first")]).html
        #expect(page.contains("&lt;b&gt;&amp; first"))
        #expect(!page.contains("<b>&"))
        #expect(page.components(separatedBy: "<svg").count == 5)
        for outside in ["src=", "href=", "@import", "url("] { #expect(!page.contains(outside)) }
        #expect(!page.contains("nan") && !page.contains("inf\""))
    }

    @Test("runs side by side have a line each in every chart, and their own figures")
    func comparison() {
        let page = HTMLReport([.ofTests("before"), .ofTests("after", milliseconds: [3])]).html
        #expect(page.components(separatedBy: "<table>").count == 3)
        #expect(page.components(separatedBy: "line c0").count == page.components(separatedBy: "line c1").count)
        #expect(page.contains("Roundtable under load: 2 runs"))
    }

    @Test("a run in which nothing was answered can be drawn")
    func empty() {
        let page = HTMLReport([.ofTests("nothing", milliseconds: [])]).html
        #expect(!page.contains("nan"))
    }

    @Test("a wrong history or answer, or a broken budget, makes a run bad")
    func goodness() throws {
        var report = RunReport.ofTests("x")
        #expect(report.isGood)
        report.verdicts = [try Budget("p99", "1ms").verdict(on: report.trial)]
        #expect(!report.isGood)
        report.verdicts = []
        report.verification.flaws = ["A turn was lost."]
        #expect(!report.isGood)
        #expect(report.text.contains("flaw: A turn was lost."))
        report.verification.flaws = []
        report.trial.errors = ["turn: wrong answer: revision of a turn": 1]
        #expect(!report.isGood)
    }

    @Test("what processes used is told for one step of the time that counts")
    func processes() {
        let trial = RunReport.Trial.ofTests(milliseconds: Array(1...100))
        #expect(trial.processes.map(\.name) == ["service"])
        #expect(trial.processes.map(\.microsecondsPerStep) == [5000])
        #expect(trial.processes.map(\.text) == ["service used 0.50 cores, 5000 µs a step, 20 MB"])
    }

    @Test("figures are as precise as they are worth")
    func figures() {
        #expect([0.1234, 12.34, 123.4, 12_340].map(\.inMilliseconds) == ["0.12 ms", "12.3 ms", "123 ms", "12.3 s"])
        #expect([1, 999, 1000, 1_234_567].map(\.grouped) == ["1", "999", "1,000", "1,234,567"])
        #expect([12.34, 12_345.6].map(\.perSecond) == ["12.3/s", "12,346/s"])
        #expect(ProgressLine.bar(0.5, width: 4) == "▕██  ▏")
        #expect(["25ms", "1.5s", "800us", "3"].compactMap(\.milliseconds) == [25, 1500, 0.8, 3])
        #expect(["5m", "30s", "500ms", "2", "x"].compactMap(\.seconds) == [300, 30, 0.5, 2])
    }
}
