package import Metrics
package import NIOCore
import ServiceLifecycle

/// Measures how late the timers of event loops are: how long whoever comes next waits for what is being done.
package struct EventLoopLag: Service {
    private static let interval = TimeAmount.milliseconds(100)

    private let group: any EventLoopGroup
    private let lag: Metrics.Timer

    package init(of group: any EventLoopGroup, _ factory: any MetricsFactory) {
        self.group = group
        lag = Metrics.Timer(label: "roundtable_event_loop_lag_seconds", factory: factory)
    }

    package func run() async throws {
        let timers = group.makeIterator().map(watch)
        try? await gracefulShutdown()
        for timer in timers { timer.cancel() }
    }

    private func watch(_ eventLoop: any EventLoop) -> RepeatedTask {
        let due = NIOLoopBoundBox.makeBoxSendingValue(NIODeadline.now() + Self.interval, eventLoop: eventLoop)
        return eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { [lag] _ in
            let now = NIODeadline.now()
            lag.recordNanoseconds(max(0, (now - due.value).nanoseconds))
            due.value = now + Self.interval
        }
    }
}
