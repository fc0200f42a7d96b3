import NIOCore

/// A time by which something must have happened on a connection.
///
/// It is put off and lifted far more often than it comes. So that neither costs anything, the timer stays as it is set
/// then, and looks when it fires whether it was meant.
///
/// A deadline that is noticed late tells that the event loop stood still, as in a machine that was stopped. What came
/// in time may not be read yet, so that it comes a ``moment`` later instead.
final class Deadline {
    /// The lateness from which on the event loop stood still, and the time to read what came meanwhile.
    private static let moment = TimeAmount.seconds(1)

    private let eventLoop: any EventLoop
    private var expire: (() -> Void)?
    private var due: NIODeadline?
    private var timer: (at: NIODeadline, task: Scheduled<Void>)?

    /// - Parameter expire: called when the time has come; kept until ``end()``.
    init(on eventLoop: any EventLoop, _ expire: @escaping () -> Void) {
        self.eventLoop = eventLoop
        self.expire = expire
    }

    /// Comes after some time, in place of an earlier one.
    func set(in limit: TimeAmount) {
        let due = eventLoop.now + limit
        self.due = due
        schedule(at: due)
    }

    /// Does not come.
    func lift() { due = nil }

    /// Never comes again.
    func end() {
        (due, expire) = (nil, nil)
        timer?.task.cancel()
        timer = nil
    }

    private func schedule(at due: NIODeadline) {
        if let timer {
            if timer.at <= due { return }
            timer.task.cancel()
        }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        timer = (due, eventLoop.scheduleTask(deadline: due) { bound.value.fire() })
    }

    private func fire() {
        timer = nil
        guard let due else { return }
        guard due <= eventLoop.now else { return schedule(at: due) }
        guard eventLoop.now - due <= Self.moment else { return set(in: Self.moment) }
        self.due = nil
        expire?()
    }
}
