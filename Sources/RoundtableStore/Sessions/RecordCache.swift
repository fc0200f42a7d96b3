import Foundation
@_spi(Roundtable) import RoundtableJSON
import Roundtable
import Synchronization

/// The sessions that this instance read or wrote last. They may be stale: whoever uses one asks the database whether it
/// still holds, or writes on the condition that it does.
///
/// Bounded in bytes, roughly counted; those that were used lately stay.
final class RecordCache: Sendable {
    /// A session without what belongs to one asker, and the devices that were seen with it.
    struct Entry: Sendable {
        /// A session as it was read or written. NB: a class, because a reference is cheaper to pass on.
        private final class State: Sendable {
            let session: Session
            let generation: Int
            /// The memory that the session takes, in bytes.
            let memory: Int

            init(session: Session, generation: Int, memory: Int) {
                self.session = session
                self.generation = generation
                self.memory = memory
            }
        }

        private let state: State
        private var devices: [Asker: Device?] = [:]
        private var bytesOfDevices = 0
        /// The drafts that were made here last, the newest at the end.
        fileprivate(set) var drafts: [Draft] = []
        private var weightsOfDrafts: [Int] = []

        /// A session as it was read or written.
        ///
        /// - Parameters:
        ///   - position: the position as it is stored.
        ///   - bytes: the size of all that is stored besides.
        init(session: Session, generation: Int, position: [UInt8], bytes: Int) {
            state = State(
                session: session, generation: generation, memory: JSONMemory.estimate(of: position) + 4 * bytes)
        }

        var session: Session { state.session }
        var generation: Int { state.generation }

        /// The memory that this takes, in bytes.
        fileprivate var weight: Int {
            max(
                RecordCache.usualSize,
                2048 + ToldSession.mostMemory + state.memory + bytesOfDevices + weightsOfDrafts.reduce(0, +))
        }

        /// The device of an asker: nil if nothing is known of it, an empty option if it has never reported anything.
        func device(of asker: Asker?) -> Device?? {
            guard let asker, asker.local != nil else { return .some(nil) }
            return devices[asker]
        }

        /// Remembers what is known of an asker's device; forgets all others, if there are too many.
        fileprivate mutating func keep(_ device: Device?, of asker: Asker) {
            if let known = devices[asker] {
                bytesOfDevices -= known.weight
            } else if devices.count >= RecordCache.devicesOfOne {
                (devices, bytesOfDevices) = ([:], 0)
            }
            devices[asker] = .some(device)
            bytesOfDevices += device.weight
        }

        /// Remembers a draft; forgets the oldest of too many.
        fileprivate mutating func keep(_ draft: Draft, weighing weight: Int) {
            drafts = drafts.suffix(RecordCache.draftsOfOne - 1) + [draft]
            weightsOfDrafts = weightsOfDrafts.suffix(RecordCache.draftsOfOne - 1) + [weight]
        }

        /// The same session with what an older entry holds besides.
        fileprivate func keeping(from older: Entry) -> Entry {
            var entry = self
            (entry.devices, entry.bytesOfDevices) = (older.devices, older.bytesOfDevices)
            (entry.drafts, entry.weightsOfDrafts) = (older.drafts, older.weightsOfDrafts)
            return entry
        }

        /// Whether a record that was just read holds the same session.
        func isCurrent(with record: SessionRecord) -> Bool {
            SessionVersion(revision: session.revision, generation: generation) == record.version
        }

        fileprivate func isOlder(than other: Entry) -> Bool {
            (session.revision, generation) < (other.session.revision, other.generation)
        }
    }

    /// The number of devices that are remembered with one session.
    fileprivate static let devicesOfOne = 64
    /// The number of drafts that are remembered with one session.
    fileprivate static let draftsOfOne = 8
    private static let shardCount = 16
    /// The size of a usual session at most, in bytes; every session counts for as much.
    static let usualSize = 12_288

    private let shards: [Shard]

    private final class Shard: Sendable {
        let sessions: Mutex<RecentlyUsed<SessionID, Entry>>

        init(capacity: Int) { sessions = Mutex(RecentlyUsed(limit: capacity * RecordCache.usualSize)) }
    }

    /// A cache of so many usual sessions at most, or fewer that take as much.
    init(capacity: Int) {
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: max(2, capacity / Self.shardCount)) }
    }

    func entry(_ session: SessionID) -> Entry? {
        shard(session).sessions.withLock { $0.value(of: session) }
    }

    /// Remembers a session as it was read or written, unless something newer is known; its devices stay.
    func keep(_ entry: Entry, device: Device?? = nil, of asker: Asker? = nil) {
        shard(entry.session.id).sessions.withLock { sessions in
            var newest = entry
            if let known = sessions.value(of: entry.session.id) {
                newest = entry.isOlder(than: known) ? known : entry.keeping(from: known)
            }
            if let device, let asker, asker.local != nil { newest.keep(device, of: asker) }
            sessions.keep(newest, for: entry.session.id, weighing: newest.weight)
        }
    }

    /// Remembers a draft, if its session is known.
    ///
    /// - Parameter bytes: the size of all that is stored of it.
    func keep(_ draft: Draft, in session: SessionID, bytes: Int) {
        shard(session).sessions.withLock { sessions in
            guard var entry = sessions.value(of: session) else { return }
            entry.keep(draft, weighing: 1024 + 4 * bytes)
            sessions.keep(entry, for: session, weighing: entry.weight)
        }
    }

    /// Remembers what a device has reported, if its session is known.
    func keep(_ device: Device, in session: SessionID) {
        guard let entry = entry(session) else { return }
        keep(entry, device: .some(device), of: device.asker)
    }

    /// Forgets a session that something else than a turn has changed, or that turned out to be another than was
    /// thought.
    func forget(_ session: SessionID) {
        shard(session).sessions.withLock { $0.forget(session) }
    }

    func forgetAll() {
        for shard in shards { shard.sessions.withLock { $0.forgetAll() } }
    }

    private func shard(_ session: SessionID) -> Shard {
        shards[Int(session.uuid.uuid.15) % Self.shardCount]
    }
}

extension Device? {
    /// The memory that a device takes, or that there is none, in bytes.
    fileprivate var weight: Int {
        guard let device = self else { return 256 }
        let remotes = device.conversation.remotes.count + device.formerRemotes.count
        let (participants, sightings) = device.aliases.size
        return 1024 + 32 * remotes + 256 * participants + 128 * sightings
    }
}
