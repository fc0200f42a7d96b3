package import Foundation
import Synchronization

/// The time that all instances go by: the database's.
///
/// The clocks of machines may differ by minutes. Each instance sets its own by what the database says, and asks again
/// every few seconds, so that a deadline which one instance sets passes at the same moment for all of them.
package final class DatabaseTime: Sendable {
    private let local: @Sendable () -> Date
    /// The milliseconds by which the database's clock is ahead of the machine's.
    private let lead = Mutex<Int?>(nil)
    /// The seconds by which the time was moved ahead of the database's.
    private let ahead = Mutex(0)
    /// The longest time between question and answer from which the time is taken, in milliseconds.
    private static let longestAnswer = 500

    /// The machine's time, until the database was asked.
    package init(local: @escaping @Sendable () -> Date) { self.local = local }

    package var now: Date {
        lead.withLock { local().adding(milliseconds: $0 ?? 0) }.adding(seconds: ahead.withLock(\.self))
    }

    /// Moves the time so many seconds ahead of the database's, for tests. It is never moved back.
    package func move(toSeconds seconds: Int) { ahead.withLock { $0 = max($0, seconds) } }

    /// Asks the database for its time.
    ///
    /// The answer was given at some moment between question and answer, and is taken for one of the middle. One that
    /// took long says too little, and counts only if there is none yet.
    ///
    /// - Parameter ask: asks the database.
    /// - Returns: the milliseconds by which the time has been corrected.
    @discardableResult
    package func set(by ask: () async throws -> Date) async rethrows -> Int {
        let asked = local()
        let answer = try await ask()
        let duration = asked.milliseconds(to: local())
        let lead = asked.adding(milliseconds: duration / 2).milliseconds(to: answer)
        return self.lead.withLock { known in
            guard known == nil || duration <= Self.longestAnswer else { return 0 }
            defer { known = lead }
            return lead - (known ?? 0)
        }
    }
}
