import BoardDrawings
import Foundation

/// A row of the screen's table: how often something happens, and the percentiles of how long it takes.
struct FlowRow {
    /// The columns of the name, then of each number.
    private static let widths = (name: 42, number: 9)
    private static let width = widths.name + 4 * widths.number

    private let text: String

    init(_ name: String, _ perSecond: Double, _ seconds: InstanceFigures.Percentiles?) {
        let times = seconds.map { [$0.p50, $0.p95, $0.p99].map(\.durationText) } ?? ["–", "–", "–"]
        text = Self.text([name, perSecond.rateText] + times)
    }

    static func titles(_ name: String) -> ScreenLine {
        ScreenLine(text([name, "a second", "p50", "p95", "p99"]), .title)
    }

    var line: ScreenLine { ScreenLine(text) }

    /// The row, and where there is room for twelve readings and more the course of its rate, the highest of them full.
    func line(course: [Double], _ columns: Int) -> ScreenLine {
        let room = columns - Self.width - 3
        guard room >= 12, let highest = course.max(), highest > 0 else { return line }
        let steps = Array("▁▂▃▄▅▆▇█")
        let bars = course.suffix(room).map { steps[Int(($0 / highest * 7).rounded())] }
        return ScreenLine("\(text)   \(String(bars))")
    }

    private static func text(_ cells: [String]) -> String {
        String(cells[0].prefix(widths.name)).padded(to: widths.name)
            + cells.dropFirst().map { " " + $0.padded(to: widths.number - 1, atFront: true) }.joined()
    }
}

extension Double {
    /// A rate or a size, as people read it: 0, 0.4, 12, 3,456.
    var rateText: String {
        guard self > 0, self < 1e15 else { return self == 0 ? "0" : "\(self)" }
        if self < 9.95 { return self < 0.05 ? "<0.1" : String(format: "%.1f", self) }
        return Int(rounded()).groupedText
    }

    /// So many seconds, as people read it; below and above what histograms of durations tell apart as limits.
    var durationText: String {
        switch self {
        case ..<0.001: "<1 ms"
        case ..<0.00995: String(format: "%.1f ms", self * 1000)
        case ..<0.9995: String(format: "%.0f ms", self * 1000)
        case ..<10: String(format: "%.1f s", self)
        default: ">10 s"
        }
    }
}

extension Int {
    /// The number with commas between thousands.
    var groupedText: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
