import CLibpq
import Dispatch
import Foundation

/// Asks the server, once, to cancel what a connection is doing.
///
/// The request travels over a connection of its own that may block for long when the network is gone, so it has a
/// plain thread of its own. At most one exists per connection.
struct QueryCancellation {
    private let done = DispatchSemaphore(value: 0)

    init(to connection: OpaquePointer) {
        // Unchecked, because from here on only the new thread uses it; libpq made a copy of all it needs.
        nonisolated(unsafe) let cancel = PQgetCancel(connection)
        let done = done
        Thread.detachNewThread {
            var message = [CChar](repeating: 0, count: 256)
            // A request that fails is noticed by the statement going on; its deadline then ends the connection.
            _ = PQcancel(cancel, &message, Int32(message.count))
            PQfreeCancel(cancel)
            done.signal()
        }
    }

    /// Waits until the request can no longer hit a later statement; false if that took too long.
    func waitUntilDone(_ limit: Duration) -> Bool {
        done.wait(timeout: .now() + limit.dispatchInterval) == .success
    }
}

extension Duration {
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .nanoseconds(
            Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000).partialValue
                + Int(attoseconds / 1_000_000_000))
    }

    /// Whole milliseconds, rounded up, as poll(2) wants them.
    var pollMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
