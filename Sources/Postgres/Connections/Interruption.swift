import Foundation

/// Reaches a thread that waits for a server: the only part of a connection that other threads touch.
///
/// Every exchange with the server has a ticket. Cancelling a ticket before its exchange has begun prevents it;
/// cancelling it in the middle wakes the thread, which looks what has happened.
final class Interruption: Sendable {
    typealias Ticket = UInt64

    private struct State {
        var lastTicket: Ticket = 0
        var cancelled: Set<Ticket> = []
        var isClosing = false
    }

    private let state = Locked(State())
    /// The end of the pipe that the thread polls beside its socket.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw PostgresError(.connectionFailed, "no pipe: \(String(cString: strerror(errno)))", isSafeToRetry: true)
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func issueTicket() -> Ticket {
        state.withLock {
            $0.lastTicket += 1
            return $0.lastTicket
        }
    }

    func cancel(_ ticket: Ticket) {
        state.withLock { _ = $0.cancelled.insert(ticket) }
        wake()
    }

    func isCancelled(_ ticket: Ticket) -> Bool { state.withLock { $0.cancelled.contains(ticket) } }

    /// Forgets a ticket once nobody can cancel it any more.
    func retire(_ ticket: Ticket) { state.withLock { _ = $0.cancelled.remove(ticket) } }

    /// Ends waiting of every kind, for good.
    func closeDown() {
        state.withLock { $0.isClosing = true }
        wake()
    }

    var isClosing: Bool { state.withLock { $0.isClosing } }

    func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes just as well, so the result does not matter.
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }
}
