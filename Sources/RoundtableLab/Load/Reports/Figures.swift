import Foundation

extension Double {
    /// A number of milliseconds, as precise as it is worth.
    var inMilliseconds: String {
        switch self {
        case ..<10: String(format: "%.2f ms", self)
        case ..<100: String(format: "%.1f ms", self)
        case ..<10_000: String(format: "%.0f ms", self)
        default: String(format: "%.1f s", self / 1000)
        }
    }

    /// A number of things in a second.
    var perSecond: String { self < 100 ? String(format: "%.1f/s", self) : Int(rounded()).grouped + "/s" }

    /// At most as many digits behind the point.
    func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension Int {
    /// With commas between the thousands, the same everywhere.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
