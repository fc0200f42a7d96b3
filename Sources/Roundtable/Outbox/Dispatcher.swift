import Foundation
import Synchronization

/// The end of an attempt to deliver a row of the outbox.
package enum Delivery: Sendable {
    /// Every item has arrived.
    case delivered
    /// There is nothing to deliver any more.
    case obsolete
    /// So many items have arrived, and the time for one attempt is over: it goes on at once.
    case begun(delivered: Int)
    /// It is tried again later.
    ///
    /// - Parameters:
    ///   - because: a sentence for operators.
    ///   - delivered: the number of items that have arrived.
    ///   - reached: the devices that have the notice already.
    ///   - afterSeconds: the time that the receiver asks for; nil for none.
    case failed(because: String, delivered: Int = 0, reached: [String] = [], afterSeconds: Int? = nil)
    /// The receiver will never take it, so it is given up.
    case refused(because: String)

    /// Whether items of the row are still to be delivered at once.
    fileprivate var hasRest: Bool { if case .begun = self { true } else { false } }
}

/// Tells a dispatcher that there is something to deliver.
package final class DispatchSignal: Sendable {
    /// The signals, for one dispatcher; many that nobody has heard are one.
    fileprivate let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let isOver = Mutex(false)

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Has the dispatcher look at once.
    func notify() { continuation.yield() }

    /// Has the dispatcher come to its end.
    fileprivate func end() {
        isOver.withLock { $0 = true }
        continuation.finish()
    }

    /// Whether the dispatcher is to come to its end.
    fileprivate var hasEnded: Bool { isOver.withLock { $0 } }
}

/// Delivers the notices of one channel. Every instance has one: each leases lines of the outbox, so that of a session
/// no two deliver at the same time, and who dies is succeeded once the lease ends. So each row is delivered at least
/// once, and those of a line in order.
package struct Dispatcher: Sendable {
    /// The time that a line is leased for, in seconds, and within which rows of it are begun.
    private static let leaseSeconds = 60
    private static let begunSeconds = 10
    /// The longest pause that a receiver may ask for, in seconds.
    private static let longestPause = 3600
    /// The rows of a line that are read at once.
    private static let rowsAtOnce = 16
    /// The lines that are delivered at the same time.
    private static let linesAtOnce = 32
    /// The longest time until lines are looked for again without a signal.
    private static let interval = Duration.seconds(1)
    /// The number of failed attempts after which a notice is given up: with the pauses between them, three days.
    package static let attempts = 20

    private let channel: Notice.Channel
    private let context: ServiceContext
    private let store: any OutboxStore
    private let deliver: @Sendable (OutboxRow) async -> Delivery

    /// - Parameter deliver: makes one attempt; it must end within 45 seconds.
    package init(
        of channel: Notice.Channel, context: ServiceContext, store: any OutboxStore,
        _ deliver: @escaping @Sendable (OutboxRow) async -> Delivery
    ) {
        self.channel = channel
        self.context = context
        self.store = store
        self.deliver = deliver
    }

    /// Delivers until the task is cancelled; what is being delivered then comes to its end. Once in the life of a
    /// context.
    package func run() async {
        let signal = context.dispatchSignal(of: channel)
        let clock = Task {
            while !Task.isCancelled {
                signal.notify()
                try? await Task.sleep(for: Self.interval)
            }
        }
        // NB: no child task, so that its statements are not cancelled with this one.
        let deliveries = Task { await deliverAll(at: signal) }
        await withTaskCancellationHandler {
            await deliveries.value
        } onCancel: {
            signal.end()
        }
        clock.cancel()
    }

    private func deliverAll(at signal: DispatchSignal) async {
        let active = ActiveLines()
        await withDiscardingTaskGroup { group in
            for await _ in signal.stream where !signal.hasEnded {
                let places = Self.linesAtOnce - active.count
                let lines = places > 0 ? await dueLines(limit: 4 * places) : []
                for line in lines.shuffled().prefix(places) where active.begin(line) {
                    group.addTask {
                        let hasDelivered = await deliver(on: line, until: { signal.hasEnded })
                        active.end(line)
                        // NB: a line that somebody else has is looked at again when the clock says so.
                        if hasDelivered { signal.notify() }
                    }
                }
            }
        }
    }

    /// Delivers all that is due now, line after line, while nobody else does; for tests.
    package func sweep() async {
        while true {
            var hasDelivered = false
            for line in await dueLines(limit: 1000) where await deliver(on: line, until: { false }) {
                hasDelivered = true
            }
            guard hasDelivered else { return }
        }
    }

    /// NB: while the database is away, nothing is known to be due.
    private func dueLines(limit: Int) async -> [Notice.Line] {
        (try? await store.dueLines(on: channel, at: context.now(), limit: limit)) ?? []
    }

    /// Delivers the notices of a line until none is left, one has failed, or somebody else has the line. If the
    /// database is away meanwhile, the lease ends by itself.
    ///
    /// - Returns: whether the line was this dispatcher's.
    private func deliver(on line: Notice.Line, until isStopping: () -> Bool) async -> Bool {
        var last: OutboxLease?
        while true {
            let now = context.now()
            let lease = OutboxLease(on: line, until: now.adding(seconds: Self.leaseSeconds))
            let rows = try? await store.lease(lease, after: last, at: now, limit: Self.rowsAtOnce)
            guard let rows, !rows.isEmpty else { return last != nil }
            last = lease
            let begun = now.adding(seconds: Self.begunSeconds)
            var left = rows.count
            for row in rows where !isStopping() && (context.now() < begun || row == rows.first) {
                let delivery = await deliver(row)
                guard (try? await settle(row, as: delivery, under: lease)) == true else { return true }
                if !delivery.hasRest { left -= 1 }
            }
            if isStopping() {
                try? await store.release(lease)
                return true
            }
            // NB: no row is left under the lease. What has been added since then, a signal tells of.
            if left == 0, rows.count < Self.rowsAtOnce { return true }
        }
    }

    /// Notes how an attempt ended.
    ///
    /// - Returns: whether the line goes on.
    private func settle(
        _ row: OutboxRow, as delivery: Delivery, under lease: OutboxLease
    ) async throws(ServiceError) -> Bool {
        let now = context.now()
        context.metrics.count(delivery, on: channel)
        switch delivery {
        case .delivered, .obsolete:
            try await store.remove(row)
            return true
        case .begun(let delivered):
            try await store.note(delivered: row.delivered + delivered, of: row)
            return true
        case .refused(let reason):
            try await store.postpone(row, under: lease, until: nil, because: reason)
            return true
        case .failed(let reason, let delivered, let reached, let seconds):
            var row = row
            row.delivered += delivered
            row.reached += reached
            let isOver = row.failures + 1 >= Self.attempts
            let pause = max(
                DeliveryPause.seconds(afterFailures: row.failures + 1), min(seconds ?? 0, Self.longestPause))
            let due = isOver ? nil : now.adding(seconds: pause)
            try await store.postpone(row, under: lease, until: due, because: reason)
            return isOver
        }
    }
}

/// The lines that a dispatcher delivers at the moment.
private final class ActiveLines: Sendable {
    private let lines = Mutex<Set<Notice.Line>>([])

    var count: Int { lines.withLock(\.count) }

    /// Returns false if the line is being delivered already.
    func begin(_ line: Notice.Line) -> Bool { lines.withLock { $0.insert(line).inserted } }

    func end(_ line: Notice.Line) { _ = lines.withLock { $0.remove(line) } }
}

/// The pauses between attempts: three times as long each time, from 5 seconds to 6 hours, and up to a fifth more or
/// less, so that what failed together does not come together again.
enum DeliveryPause {
    static func seconds(afterFailures failures: Int) -> Int {
        let usual = min(21_600, 5 * Int(pow(3, Double(min(failures, 12) - 1))))
        return max(1, Int((Double(usual) * Double.random(in: 0.8...1.2)).rounded()))
    }
}
