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
///
/// Lines are delivered in turns of those whose acts they tell of. A line has its place for one lease, and waits for
/// another one then.
package struct Dispatcher: Sendable {
    /// The time that a line is leased for, in seconds, and within which rows of it are begun.
    private static let leaseSeconds = 60
    private static let begunSeconds = 2
    /// The longest pause that a receiver may ask for, in seconds.
    private static let longestPause = 3600
    /// The rows of a line that are read at once.
    private static let rowsAtOnce = 16
    /// The lines that are delivered at the same time, and those of one author.
    private static let linesAtOnce = 32
    private static let linesOfAuthor = 8
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
        let active = ActiveLines(places: Self.linesAtOnce, ofAuthor: Self.linesOfAuthor)
        await withDiscardingTaskGroup { group in
            for await _ in signal.stream where !signal.hasEnded && active.hasPlace {
                // NB: while the database is away, nothing is known to be due.
                let lines = try? await store.dueLines(
                    on: channel, besides: active.busyAuthors, at: context.now(), limit: 4 * Self.linesAtOnce)
                for line in active.begin(lines ?? []) {
                    group.addTask {
                        let hasDelivered = await deliver(on: line.line, until: { signal.hasEnded })
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
            let lines = try? await store.dueLines(on: channel, besides: [], at: context.now(), limit: 1000)
            for line in lines ?? [] where await deliver(on: line.line, until: { false }) { hasDelivered = true }
            guard hasDelivered else { return }
        }
    }

    /// Delivers the first notices of a line, up to one that fails. If the database is away meanwhile, the lease ends by
    /// itself.
    ///
    /// - Returns: whether the line was this dispatcher's.
    private func deliver(on line: Notice.Line, until isStopping: () -> Bool) async -> Bool {
        let now = context.now()
        let lease = OutboxLease(on: line, until: now.adding(seconds: Self.leaseSeconds))
        guard let leased = try? await store.lease(lease, at: now, limit: Self.rowsAtOnce) else { return false }
        guard let first = leased.rows.first else {
            try? await store.close(lease)
            return true
        }
        // NB: of notices to a player the newest has taken the place of the others.
        if channel == .webhook { context.metrics.countDropped(first.number - leased.done - 1, on: channel) }
        var settlement = Settlement(done: first.number - 1, progress: first.progress, dueAt: now)
        if let rest = rest(of: first), rest > now {
            settlement.dueAt = rest
        } else {
            let begun = now.adding(seconds: Self.begunSeconds)
            for row in leased.rows where !isStopping() && (row == first || context.now() < begun) {
                guard (try? await deliver(row, noting: &settlement)) == true else { break }
            }
        }
        try? await store.settle(leased, settlement)
        return true
    }

    /// The time until which a player is not told of the session again; nil for one who may be told.
    private func rest(of row: OutboxRow) -> Date? { row.toldAt?.adding(seconds: context.limits.alertSeconds) }

    /// Makes one attempt, and notes how it ended.
    ///
    /// - Returns: whether the line goes on.
    private func deliver(_ row: OutboxRow, noting settlement: inout Settlement) async throws(ServiceError) -> Bool {
        var progress = row.progress
        let delivery = await deliver(row)
        let now = context.now()
        context.metrics.count(delivery, on: channel)
        settlement.dueAt = now
        switch delivery {
        case .delivered:
            if row.notice.line.player != nil { settlement.toldAt = now }
        case .obsolete: break
        case .begun(let delivered):
            settlement.progress.delivered += delivered
            return false
        case .refused(let reason):
            progress.failures += 1
            progress.failure = reason
            try await giveUp(row, progress)
        case .failed(let reason, let delivered, let reached, let seconds):
            progress.delivered += delivered
            progress.reached += reached
            progress.failures += 1
            progress.failure = reason
            guard progress.failures >= Self.attempts else {
                let pause = max(
                    DeliveryPause.seconds(afterFailures: progress.failures), min(seconds ?? 0, Self.longestPause))
                (settlement.progress, settlement.dueAt) = (progress, now.adding(seconds: pause))
                return false
            }
            try await giveUp(row, progress)
        }
        (settlement.done, settlement.progress) = (row.number, .init())
        return true
    }

    private func giveUp(_ row: OutboxRow, _ progress: OutboxRow.Progress) async throws(ServiceError) {
        var row = row
        row.progress = progress
        try await store.giveUp(row)
    }
}

/// The lines that a dispatcher delivers at the moment.
private final class ActiveLines: Sendable {
    private let places: Int
    private let placesOfAuthor: Int
    private let lines = Mutex<[Notice.Line: PlayerID]>([:])

    init(places: Int, ofAuthor placesOfAuthor: Int) {
        (self.places, self.placesOfAuthor) = (places, placesOfAuthor)
    }

    var hasPlace: Bool { lines.withLock { $0.count < places } }

    /// The authors who have as many places as one may have.
    var busyAuthors: [PlayerID] {
        lines.withLock { Self.counts($0).filter { $0.value >= placesOfAuthor }.map(\.key) }
    }

    /// Gives the free places to lines that are due: first to those whose authors have fewest.
    ///
    /// - Returns: the lines that have a place now.
    func begin(_ due: [DueLine]) -> [DueLine] {
        lines.withLock { lines in
            var counts = Self.counts(lines)
            let ranked = due.map { (rank: counts[$0.author, default: 0] + $0.turn, line: $0) }
                .enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
                .map(\.element.line)
            return ranked.filter { line in
                guard lines.count < places, counts[line.author, default: 0] < placesOfAuthor, lines[line.line] == nil
                else { return false }
                lines[line.line] = line.author
                counts[line.author, default: 0] += 1
                return true
            }
        }
    }

    func end(_ line: DueLine) { lines.withLock { _ = $0.removeValue(forKey: line.line) } }

    private static func counts(_ lines: [Notice.Line: PlayerID]) -> [PlayerID: Int] {
        lines.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

/// The pauses between attempts: three times as long each time, from 5 seconds to 6 hours, and up to a fifth more or
/// less, so that what failed together does not come together again.
enum DeliveryPause {
    static func seconds(afterFailures failures: Int) -> Int {
        let usual = min(21_600, 5 * Int(pow(3, Double(min(failures, 12) - 1))))
        return max(1, Int((Double(usual) * Double.random(in: 0.8...1.2)).rounded()))
    }
}
