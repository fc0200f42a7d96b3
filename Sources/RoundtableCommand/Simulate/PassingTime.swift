import Foundation
import Roundtable
import Synchronization

/// The time of an instance that can be put forward.
final class PassingTime: Sendable {
    private let ahead = Mutex(0)

    /// The time there.
    var now: Date { Date().adding(seconds: ahead.withLock { $0 }) }

    /// Puts the clock forward.
    func pass(seconds: Int) { ahead.withLock { $0 += seconds } }
}
