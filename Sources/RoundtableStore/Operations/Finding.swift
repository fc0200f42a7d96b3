/// Something that an operator should know about, and what to do about it.
package struct Finding: Sendable, Equatable {
    package enum Level: String, Sendable, Comparable {
        case good
        /// It works, but may not for long, or not as well as it could.
        case warning
        /// It does not work, or loses data.
        case problem

        private var rank: Int { self == .good ? 0 : self == .warning ? 1 : 2 }

        /// Worse ones come later.
        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
    }

    package let level: Level
    package let subject: String
    package let found: String
    package let advice: String?

    package init(_ level: Level, _ subject: String, _ found: String, advice: String? = nil) {
        self.level = level
        self.subject = subject
        self.found = found
        self.advice = advice
    }

    /// A condition that should hold.
    package init(_ subject: String, _ found: String, unless isBad: Bool, _ level: Level, advice: String) {
        self.init(isBad ? level : .good, subject, found, advice: isBad ? advice : nil)
    }
}
