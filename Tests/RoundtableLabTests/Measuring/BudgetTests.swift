import NIOCore
import Testing

@testable import RoundtableLab

@Suite("Budgets")
struct BudgetTests {
    private let trial = RunReport.Trial.ofTests(milliseconds: Array(1...100), errors: ["turn: connection lost": 1])

    @Test(
        "a budget is kept up to its limit, and broken beyond",
        arguments: [
            ("p99: 99.9ms", true), ("p99: 98", false), ("p50: 0.051s", true), ("p50: 49ms", false),
            ("max: 101ms", true),
            ("max: 99ms", false), ("rate: 10", true), ("rate: 10.1", false), ("errors: 1", true), ("errors: 0", false),
            ("errors: 1%", true), ("errors: 0.5%", false), ("turn.p90: 91ms", true), ("turn.p90: 89ms", false),
            ("mean: 51ms", true), ("mean: 50ms", false), ("read.p99: 1s", false), ("p95: 96ms", true),
        ])
    func verdicts(yaml: String, isKept: Bool) throws {
        let budgets = try Budget.all(yaml: yaml)
        #expect(budgets.map { $0.verdict(on: trial).isKept } == [isKept])
    }

    @Test("a file has as many budgets as lines")
    func file() throws {
        let budgets = try Budget.all(yaml: "# marks\np99: 25ms\nrate: 2000\nerrors: 0\n")
        #expect(budgets.map(\.text) == ["p99: 25ms", "rate: 2000", "errors: 0"])
    }

    @Test(
        "nonsense is refused",
        arguments: ["p101: 5ms", "speed: 3", "p99: fast", "p99: -1ms", "- p99", "dance.p99: 5ms", "p99: 5%"])
    func nonsense(yaml: String) {
        #expect(throws: LabError.self) { try Budget.all(yaml: yaml) }
    }
}
