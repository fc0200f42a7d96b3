import Foundation
import Logging
package import Postgres
package import Roundtable
import ServiceLifecycle
import Synchronization

/// Tells the other instances on the same database which sessions changed, and hears from them.
///
/// What changes within a short while is told in one notification, after the fact and outside of any turn's transaction.
package final class ChangeBroadcast: Service {
    private static let channel = "roundtable_changes"
    private static let pause = Duration.milliseconds(50)
    /// A notification may have 8,000 bytes; an ID has 36, and a comma.
    private static let largest = 200

    /// How an instance hears of changes elsewhere.
    package enum Hearing: Sendable {
        /// As the store reaches its database.
        case shared
        /// On a way of its own: a PgBouncer in transaction mode passes nothing on.
        case direct(PostgresConfiguration)
        /// Not at all: who waits for a change looks for it now and then.
        case none
    }

    private struct State {
        var changed: Set<SessionID> = []
        var listener: SessionChanges?
    }

    /// Names this instance in what it tells, so that it does not listen to itself.
    private let instance = UUID().uuidString
    private let store: PostgresStore
    private let hearing: Hearing
    private let state = Mutex(State())
    private let (pending, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// A broadcast over a store's database.
    package init(over store: PostgresStore, hearing: Hearing = .shared) {
        self.store = store
        self.hearing = hearing
    }

    /// Says whom to wake when another instance changed a session.
    package func wakes(_ changes: SessionChanges) { state.withLock { $0.listener = changes } }

    /// Takes note of a change, to be told soon.
    package func announce(_ session: SessionID) {
        state.withLock { _ = $0.changed.insert(session) }
        signal.yield()
    }

    /// Tells and hears until graceful shutdown; what changed until then is still told.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.tell() }
                group.addTask { await self.hear() }
                try await group.waitForAll()
            }
        }
        await tellNow()
    }

    private func tell() async {
        for await _ in pending {
            await tellNow()
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        }
    }

    private func tellNow() async {
        while let batch = takeBatch() {
            do {
                let payload = batch.reduce(into: instance) { $0 += ",\($1)" }
                _ = try await store.pool.query("SELECT pg_notify(\(Self.channel), \(payload))")
            } catch {
                // Told with what changes next, or at the end: a shutdown interrupts what is being told.
                state.withLock { $0.changed.formUnion(batch) }
                guard !Task.isCancelled else { return }
                return store.logger.warning("changes could not be told", metadata: ["reason": "\(error)"])
            }
        }
    }

    /// Takes in what an instance told: who it is, and which sessions it changed.
    private func hear(_ payload: String, _ listener: SessionChanges) {
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

    private func hear() async {
        let direct: PostgresConfiguration?
        switch hearing {
        case .shared: direct = nil
        case .direct(let configuration): direct = configuration
        case .none: return store.logger.notice("changes elsewhere are looked for every five seconds, not heard of")
        }
        do {
            for await notification in try await store.pool.listen(to: Self.channel, by: direct) {
                guard let listener = state.withLock({ $0.listener }) else { continue }
                switch notification {
                case .payload(let payload): hear(payload, listener)
                case .reconnected:
                    store.cache.forgetAll()
                    listener.wakeAll()
                }
            }
        } catch {
            store.logger.warning("changes elsewhere can't be heard", metadata: ["reason": "\(error)"])
        }
    }
}
