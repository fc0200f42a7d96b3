import Foundation
import Roundtable
import Synchronization

/// What this instance last knew of sessions. Only ever a hint: whoever uses it asks the database whether it still holds, or
/// writes on the condition that it does.
///
/// Bounded in their number; those that were used lately stay.
final class RecordCache: Sendable {
    /// A session without what belongs to one asker, and the devices that were seen with it.
    struct Entry: Sendable {
        var session: Session
        var cancellations: Int
        fileprivate(set) var devices: [Asker: Device?] = [:]
        /// The drafts that were made here last, the newest at the end.
        fileprivate(set) var drafts: [Draft] = []

        /// A session as it was read or written.
        init(session: Session, cancellations: Int) {
            self.session = session
            self.cancellations = cancellations
        }

        /// What is known of an asker's device: nil if nothing is, an empty option if it has never reported anything.
        func device(of asker: Asker?) -> Device?? {
            guard let asker, asker.local != nil else { return .some(nil) }
            return devices[asker]
        }

        /// Whether a record that was just read holds the same session.
        func isCurrent(with record: SessionRecord) -> Bool {
            session.revision == record.session.revision && cancellations == record.cancellations
        }

        fileprivate func isOlder(than other: Entry) -> Bool {
            (session.revision, cancellations) < (other.session.revision, other.cancellations)
        }
    }

    /// How many devices are remembered with one session.
    private static let devicesOfOne = 64
    /// How many drafts are remembered with one session.
    private static let draftsOfOne = 8
    private static let shardCount = 16

    private let shards: [Shard]

    private final class Shard: Sendable {
        let sessions: Mutex<RecentlyUsed<SessionID, Entry>>

        init(capacity: Int) { sessions = Mutex(RecentlyUsed(limit: capacity)) }
    }

    /// A cache of so many sessions at most.
    init(capacity: Int) {
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: capacity / Self.shardCount) }
    }

    /// What was last known of a session.
    func entry(_ session: SessionID) -> Entry? {
        shard(session).sessions.withLock { $0.value(of: session) }
    }

    /// Remembers a session as it was read or written, unless something newer is known; its devices stay.
    func keep(_ entry: Entry, device: Device?? = nil, of asker: Asker? = nil) {
        shard(entry.session.id).sessions.withLock { sessions in
            var newest = entry
            if let known = sessions.value(of: entry.session.id) {
                if entry.isOlder(than: known) {
                    newest = known
                } else {
                    (newest.devices, newest.drafts) = (known.devices, known.drafts)
                }
            }
            if let device, let asker, asker.local != nil {
                if newest.devices.count >= Self.devicesOfOne { newest.devices = [:] }
                newest.devices[asker] = .some(device)
            }
            sessions.keep(newest, for: entry.session.id)
        }
    }

    /// Remembers a draft, if its session is known.
    func keep(_ draft: Draft, in session: SessionID) {
        shard(session).sessions.withLock { sessions in
            guard var entry = sessions.value(of: session) else { return }
            entry.drafts = entry.drafts.suffix(Self.draftsOfOne - 1) + [draft]
            sessions.keep(entry, for: session)
        }
    }

    /// Remembers what a device has reported, if its session is known.
    func keep(_ device: Device, in session: SessionID) {
        guard let entry = entry(session) else { return }
        keep(entry, device: .some(device), of: device.asker)
    }

    /// Forgets a session that something else than a turn has changed, or that turned out to be another than was thought.
    func forget(_ session: SessionID) {
        shard(session).sessions.withLock { $0.forget(session) }
    }

    /// Forgets everything.
    func forgetAll() {
        for shard in shards { shard.sessions.withLock { $0.forgetAll() } }
    }

    private func shard(_ session: SessionID) -> Shard {
        shards[Int(session.uuid.uuid.15) % Self.shardCount]
    }
}
