import Foundation

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
