/// Searches for the highest rate that a service keeps up with: doubles it until it fails, then halves the gap.
struct LimitSearch: Sendable {
    private(set) var kept: Double?
    private(set) var failed: Double?
    private let start: Double
    private let precision: Double

    /// A search that begins at a rate, and ends when the limit is known to a fraction of it.
    init(from start: Double, precision: Double = 0.05) {
        self.start = start
        self.precision = precision
    }

    /// The rate to try next; nil when the limit is found.
    var next: Double? {
        switch (kept, failed) {
        case (nil, nil): start
        case (let kept?, nil): kept * 2
        case (nil, let failed?): failed > 1 ? failed / 2 : nil
        case (let kept?, let failed?): failed / kept > 1 + precision ? (kept + failed) / 2 : nil
        }
    }

    mutating func note(_ rate: Double, isKept: Bool) {
        if isKept { kept = max(kept ?? 0, rate) } else { failed = min(failed ?? .infinity, rate) }
    }
}
