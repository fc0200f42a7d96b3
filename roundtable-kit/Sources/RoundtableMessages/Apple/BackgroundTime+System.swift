#if canImport(UIKit)
    import Dispatch
    import Foundation
    import UIKit

    extension BackgroundTime {
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
    }
#else
    extension BackgroundTime {
        /// Asks for nothing: the program runs on anyway.
        public static let system = none
    }
#endif
