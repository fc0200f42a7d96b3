import ArgumentParser
import Foundation

/// A time that an operator names: as a date, a time, or an age.
struct Moment: ExpressibleByArgument, Sendable, CustomStringConvertible {
    let date: Date
    let description: String

    /// Reads `2026-11-22`, `2026-11-22T02:13:00Z`, or how long ago: `90s`, `30m`, `12h`, `7d`.
    init?(argument: String) {
        guard let date = Self.ago(argument) ?? Self.time(argument) else { return nil }
        self.date = date
        description = argument
    }

    private static func ago(_ text: String) -> Date? {
        let seconds: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ seconds[$0] }), let count = Int(text.dropLast()), count >= 0,
            count <= 1_000_000
        else { return nil }
        return Date(timeIntervalSinceNow: -Double(count * unit))
    }

    private static func time(_ text: String) -> Date? {
        (try? Date(text, strategy: .iso8601)) ?? (try? Date("\(text)T00:00:00Z", strategy: .iso8601))
    }
}

extension ArgumentHelp {
    static let moment = "A date, a time, or an age: 2026-11-22, 2026-11-22T02:13:00Z, 7d, 12h, 30m."
}
