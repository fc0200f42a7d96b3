import Foundation
import GameRules

/// The version of a session's view that a reader has.
package struct SeenSession: Sendable {
    let stamp: SessionRecord.Stamp
    /// When it changes although nothing is written; nil for never.
    let until: Date?
}

/// Waiting for what happens in a session: held reads and streams.
extension SessionService {
    /// A watch for a read that is held, if who asks may read the session. Throws `rate_limited`.
    package func watchToRead(
        _ session: SessionID, by player: PlayerID, from address: ClientAddress
    ) throws(ServiceError) -> Watch {
        log.changes.watch(session, by: player, in: try context.usage?.holdRead(by: player, from: address))
    }

    /// A watch for a stream, if who asks may read the session; nobody needs to be known to follow the public view.
    ///
    /// - Throws: `rate_limited`.
    package func watchToStream(
        _ session: SessionID, by player: PlayerID?, from address: ClientAddress
    ) throws(ServiceError) -> Watch {
        let place = try context.usage.map { usage throws(ServiceError) in
            if let player { return try usage.openStream(by: player, from: address) }
            return try usage.openPageStream(from: address)
        }
        return log.changes.watch(session, by: player, in: place)
    }

    /// Lets a player go on watching a session that turned out to be theirs to read. Only now does it count for the
    /// session, and only if they have no seat there: neither strangers nor those who look on keep anybody out who
    /// plays.
    ///
    /// - Throws: `rate_limited`.
    package func admit(_ player: PlayerID?, to watch: Watch, of session: Session) throws(ServiceError) {
        guard let place = watch.place, player.map({ !session.seating.hasSeat(of: $0) }) ?? true else { return }
        try context.usage?.lookOn(at: session.id, from: place)
    }

    /// Looks at the session of a watch after each change until the look finds something, the watch ends, or the time is
    /// over. All who watch a session are shown what one read has found.
    ///
    /// - Parameters:
    ///   - seen: what the asker knows: there is no look as long as that is what they would be shown.
    ///   - look: one at a time of those who have no seat, however many they are.
    /// - Throws: `not_found`, also if the asker may not read the session any more.
    package func next<Found: Sendable>(
        of watch: Watch, as asker: Asker, otherThan seen: SeenSession, for duration: Duration,
        _ look: (SessionRecord) throws(ServiceError) -> Found?
    ) async throws -> Found? {
        var seen = seen
        return try await watch.next(for: duration) { occasion in
            // NB: without a notification only the version is read, unless what is shown changes by itself.
            if occasion == .recheck, seen.until.map({ $0 > context.now() }) ?? true,
                try await versions.value(of: watch.session) == seen.stamp.session
            {
                return nil
            }
            guard let read = try await reads.value(of: watch.session, for: asker),
                try await store.mayRead(read, asker.player)
            else { throw ServiceError.notFound }
            let record = try await read.withKeptSeats(for: asker.player, in: store, at: context.now())
            let newest = self.seen(record.withoutDeadDraft(at: context.now()), by: asker)
            defer { seen = newest }
            if newest.stamp == seen.stamp { return nil }
            guard !record.session.seating.hasSeat(of: asker.player) else {
                return try look(try await record.withLiveDraft(context))
            }
            return try await context.onlookers.withPlace(
                for: asker.player, refused: { _ in ServiceError(because: .busy, "Too many look on at once.") }
            ) { () async throws(ServiceError) in
                try look(try await record.withLiveDraft(context))
            }
        }
    }

    /// The version of the view that a record, read for somebody, gives them.
    package func seen(_ record: SessionRecord, by asker: Asker) -> SeenSession {
        let now = context.clockReading
        return SeenSession(
            stamp: record.stamp(for: asker.player, at: now), until: record.changesByItself(after: now))
    }

    /// The revision of a watched session, as soon as it is another one than is known; nil if it is not for so long.
    ///
    /// - Throws: `not_found`.
    package func nextRevision(
        of watch: Watch, otherThan known: Int, for duration: Duration
    ) async throws -> Int? {
        try await watch.next(for: duration) { _ in
            guard let version = try await versions.value(of: watch.session) else { throw ServiceError.notFound }
            return version.revision == known ? nil : version.revision
        }
    }

    /// Whether somebody who watches a session may read it still: perhaps they were erased since. All who ask at the
    /// same moment are answered by one read.
    package func mayRead(_ session: SessionID, _ asker: Asker) async throws(ServiceError) -> Bool {
        guard let record = try await reads.value(of: session, for: asker) else { return false }
        return try await store.mayRead(record, asker.player)
    }
}
