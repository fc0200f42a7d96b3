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
    var grouped: String {
        var digits = String(magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}

extension String {
    /// With spaces before it, or behind.
    func padded(to width: Int, isLeft: Bool = false) -> String {
        let spaces = String(repeating: " ", count: Swift.max(0, width - count))
        return isLeft ? self + spaces : spaces + self
    }
}
