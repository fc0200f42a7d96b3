@_spi(Roundtable) import RoundtableModel
import Foundation
import Logging
package import Postgres
package import Roundtable
import ServiceLifecycle
import Synchronization

/// Notifies the other instances on the same database of sessions that changed, and receives their notifications.
///
/// Changes within a short while are sent in one notification, after the fact and outside of any turn's transaction.
package final class ChangeBroadcast: Service {
    private static let channel = "roundtable_changes"
    private static let pause = Duration.milliseconds(50)
    /// A notification may have 8,000 bytes; an ID has 36, and a comma.
    private static let largest = 200

    /// The way in which an instance receives the notifications of others.
    package enum Subscription: Sendable {
        /// By the configuration of the store.
        case shared
        /// By a configuration of its own: a PgBouncer in transaction mode passes no notifications on.
        case direct(PostgresConfiguration)
        /// Not at all: watches poll for changes.
        case none
    }

    private struct State {
        var changed: Set<SessionID> = []
        var listener: SessionNotices?
    }

    /// Names this instance in its notifications, so that it ignores them itself.
    private let instance = UUID().uuidString
    private let store: PostgresStore
    private let subscription: Subscription
    private let state = Mutex(State())
    private let (pending, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(over store: PostgresStore, subscription: Subscription = .shared) {
        self.store = store
        self.subscription = subscription
    }

    /// Says whom to wake when another instance changed a session.
    package func wakes(_ changes: SessionNotices) { state.withLock { $0.listener = changes } }

    /// Takes note of a change, to be published soon.
    package func announce(_ session: SessionID) {
        state.withLock { _ = $0.changed.insert(session) }
        signal.yield()
    }

    /// Publishes and receives until graceful shutdown; what changed until then is still published.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.publish() }
                group.addTask { await self.receive() }
                try await group.waitForAll()
            }
        }
        await publishPending()
    }

    private func publish() async {
        for await _ in pending {
            await publishPending()
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        }
    }

    private func publishPending() async {
        while let batch = takeBatch() {
            do {
                let payload = batch.reduce(into: instance) { $0 += ",\($1)" }
                _ = try await store.pool.query("SELECT pg_notify(\(Self.channel), \(payload))")
            } catch {
                // Published with what changes next, or at the end: a shutdown interrupts a notification under way.
                state.withLock { $0.changed.formUnion(batch) }
                guard !Task.isCancelled else { return }
                return store.logger.warning("changes could not be published", metadata: ["reason": "\(error)"])
            }
        }
    }

    /// Takes in the notification of an instance: who it is, and which sessions it changed.
    private func apply(_ payload: String, to listener: SessionNotices) {
        guard !payload.hasPrefix(instance) else { return }
        for session in payload.split(separator: ",").dropFirst().compactMap({ SessionID($0) }) {
            store.cache.forget(session)
            listener.wake(session)
        }
    }

    private func takeBatch() -> [SessionID]? {
        state.withLock { state in
            guard !state.changed.isEmpty else { return nil }
            let batch = Array(state.changed.prefix(Self.largest))
            if batch.count == state.changed.count { state.changed = [] } else { state.changed.subtract(batch) }
            return batch
        }
    }

    private func receive() async {
        let direct: PostgresConfiguration?
        switch subscription {
        case .shared: direct = nil
        case .direct(let configuration): direct = configuration
        case .none: return store.logger.notice("this instance polls for others' changes every five seconds")
        }
        do {
            for await notification in try await store.pool.listen(to: Self.channel, by: direct) {
                guard let listener = state.withLock({ $0.listener }) else { continue }
                switch notification {
                case .payload(let payload): apply(payload, to: listener)
                case .reconnected:
                    store.cache.forgetAll()
                    listener.wakeAll()
                }
            }
        } catch {
            store.logger.warning("changes of other instances can't be received", metadata: ["reason": "\(error)"])
        }
    }
}
