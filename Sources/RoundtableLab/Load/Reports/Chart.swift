import Foundation

/// Lines over two axes, as SVG that takes its colours from the page.
struct Chart {
    struct Series {
        var name: String
        /// Which of the page's colours it has.
        var colour: Int
        var isDashed = false
        var points: [(x: Double, y: Double)]
    }

    struct Tick {
        var value: Double
        var label: String
    }

    var title: String
    var series: [Series]
    var xTicks: [Tick]
    var yTicks: [Tick]
    var isLogarithmic = false
    /// A part of the horizontal axis that does not count.
    var shaded: ClosedRange<Double>?

    private static let (width, height) = (640.0, 300.0)
    private static let (left, right, top, bottom) = (62.0, 26.0, 14.0, 34.0)

    var html: String {
        """
        <figure>
        <figcaption>\(title.escapedForHTML)</figcaption>
        <svg viewBox="0 0 \(Self.width.text) \(Self.height.text)" role="img" aria-label="\(title.escapedForHTML)">
        \(shade)\(grid)\(series.map(path).joined(separator: "\n"))
        </svg>
        \(legend)
        </figure>
        """
    }

    private var shade: String {
        guard let shaded else { return "" }
        let (from, to) = (x(shaded.lowerBound), x(shaded.upperBound))
        return """
            <rect class="shade" x="\(from.text)" y="\(Self.top.text)" width="\((to - from).text)" \
            height="\((Self.height - Self.top - Self.bottom).text)"/>
            """
    }

    private var grid: String {
        let rows = yTicks.map { tick in
            """
            <line class="grid" x1="\(Self.left.text)" x2="\((Self.width - Self.right).text)" \
            y1="\(y(tick.value).text)" y2="\(y(tick.value).text)"/>
            <text class="tick" text-anchor="end" x="\((Self.left - 8).text)" y="\((y(tick.value) + 4).text)">\
            \(tick.label.escapedForHTML)</text>
            """
        }
        let columns = xTicks.map { tick in
            """
            <text class="tick" text-anchor="middle" x="\(x(tick.value).text)" y="\((Self.height - 10).text)">\
            \(tick.label.escapedForHTML)</text>
            """
        }
        return (rows + columns).joined(separator: "\n") + "\n"
    }

    private func path(_ series: Series) -> String {
        let points = series.points.map { "\(x($0.x).text),\(y($0.y).text)" }.joined(separator: " ")
        return """
            <polyline class="line c\(series.colour)\(series.isDashed ? " dashed" : "")" points="\(points)"/>
            """
    }

    private var legend: String {
        guard series.count > 1 else { return "" }
        let names = series.map { series in
            "<li><i class=\"key c\(series.colour)\(series.isDashed ? " dashed" : "")\"></i>"
                + series.name.escapedForHTML + "</li>"
        }
        return "<ul class=\"legend\">\(names.joined())</ul>"
    }

    private func x(_ value: Double) -> Double {
        place(value, of: xTicks.map(\.value), from: Self.left, to: Self.width - Self.right)
    }

    private func y(_ value: Double) -> Double {
        func scaled(_ value: Double) -> Double { isLogarithmic ? log10(max(value, 1e-6)) : value }
        return place(
            scaled(value), of: yTicks.map { scaled($0.value) }, from: Self.height - Self.bottom, to: Self.top)
    }

    private func place(_ value: Double, of ticks: [Double], from: Double, to: Double) -> Double {
        let (first, last) = (ticks.first ?? 0, ticks.last ?? 1)
        let share = (value - first) / max(last - first, .leastNonzeroMagnitude)
        return from + min(max(share, 0), 1) * (to - from)
    }
}

extension Chart.Tick {
    /// Round numbers from 0 to at least a maximum.
    static func linear(to maximum: Double, label: (Double) -> String) -> [Chart.Tick] {
        let rough = max(maximum, 1e-9) / 4
        let power = pow(10, log10(rough).rounded(.down))
        let step = ([1, 2, 2.5, 5, 10].first { $0 * power >= rough } ?? 10) * power
        let count = Int((max(maximum, 1e-9) / step).rounded(.up))
        return (0...count).map { Chart.Tick(value: Double($0) * step, label: label(Double($0) * step)) }
    }

    /// Powers of ten around a range, with steps between them if there are few.
    static func logarithmic(from minimum: Double, to maximum: Double, label: (Double) -> String) -> [Chart.Tick] {
        let low = Int(log10(max(minimum, 1e-3)).rounded(.down))
        let high = max(low + 1, Int(log10(max(maximum, 1e-3)).rounded(.up)))
        let factors: [Double] = high - low > 2 ? [1] : [1, 2, 5]
        let values = (low..<high).flatMap { power in factors.map { $0 * pow(10, Double(power)) } }
        return (values + [pow(10, Double(high))]).map { Chart.Tick(value: $0, label: label($0)) }
    }
}

extension Double {
    fileprivate var text: String { String(format: "%.4g", self) }
}

extension String {
    /// As text of a page or an attribute.
    var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
