#if canImport(UIKit)
    import Dispatch
    import Foundation
    import UIKit
#endif

/// A way to ask the system to let the extension run on for a little while after the person has left it.
///
/// Right after Send, Messages may suspend the extension. The kit asks for time whenever it reports what became of a
/// message. If the system gives none, the report waits in the outbox for the next launch.
public struct BackgroundTime: Sendable {
    /// Asks for time, for a reason that appears in the system's logs, and returns a closure that gives the rest of it
    /// back. The closure may be called more than once.
    public var begin: @Sendable (_ reason: String) -> @Sendable () -> Void

    /// Makes a way to ask, such as for a test.
    public init(begin: @escaping @Sendable (_ reason: String) -> @Sendable () -> Void) { self.begin = begin }

    /// Asks for nothing.
    public static let none = BackgroundTime { _ in {} }

    #if canImport(UIKit)
        /// Asks `ProcessInfo`, which works in extensions.
        public static let system = BackgroundTime { reason in
            let end = DispatchSemaphore(value: 0)
            // NB: the time lasts until the block returns. The system calls it again, or for the first time, when there
            // is no time left.
            ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
                if isExpired { end.signal() } else { end.wait() }
            }
            return { end.signal() }
        }
    #else
        /// Asks for nothing: the program runs on anyway.
        public static let system = none
    #endif
}
