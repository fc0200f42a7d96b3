/// A span of time as people say it: so many whole days, hours or minutes, never more than it is.
package struct TimeSpan: Hashable, Sendable {
    package enum Unit: String, CaseIterable, Sendable {
        case days, hours, minutes

        fileprivate var seconds: Int {
            switch self {
            case .days: 86_400
            case .hours: 3600
            case .minutes: 60
            }
        }
    }

    package let unit: Unit
    package let number: Int

    /// A number of seconds, in the largest unit of which there are two, or that divides it; zero minutes for less than
    /// one.
    package init(seconds: Int) {
        unit = Unit.allCases.first { seconds >= 2 * $0.seconds || seconds == $0.seconds } ?? .minutes
        number = max(0, seconds) / unit.seconds
    }
}
