import Foundation
import GameRules

/// Carries out successions in the sessions of players who are no more: whose credentials became another player's, or
/// who were erased.
///
/// That they are no more is one write; what follows is done session by session, each step safe to repeat, so that it
/// goes on wherever it was interrupted.
package struct SuccessionService: Sendable {
    private static let batch = 100
    /// The number of devices that are in memory at the same time.
    private static let devices = 12
    /// The number of times that devices are read again because they have learned something meanwhile.
    private static let attempts = 64
    /// The time in which another instance may accept a credential that it has just checked, and what may be under way
    /// meanwhile.
    private static let settlingSeconds = 30
    /// The number of sessions, and of pages of their history and their devices, that a request carries out. It leaves
    /// the rest to ``sweep()``.
    package static let stepsOfRequest = 24
    /// The time in seconds after which a request begins no further page.
    private static let secondsOfRequest = 0.1

    let store: any SessionStores & SuccessionStore
    let log: SessionLog
    let players: PlayerService

    private var context: ServiceContext { log.context }

    /// Erases a person: their credentials at once, and what their sessions know of them session by session. The games
    /// of others go on; what the person did there is nobody's.
    ///
    /// - Parameter entry: the operator's line of the audit log; nil for the person's own request.
    package func erase(_ player: PlayerID, noting entry: AuditEntry? = nil) async throws(ServiceError) {
        try await store.erase(player, at: context.now(), salt: context.makeUUID(), noting: entry)
        try await carryOut(for: player)
    }

    /// Looks once for successions that are not carried out everywhere.
    ///
    /// - Throws: the first failure, after all had their turn.
    package func sweep() async throws(ServiceError) {
        var failure: ServiceError?
        var last: PlayerID?
        repeat {
            let batch = try await store.successions(after: last, limit: Self.batch)
            for succession in batch {
                do throws(ServiceError) {
                    try await forEachSession(of: succession) { session throws(ServiceError) in
                        try await replaceWhatIsShown(succession, in: session)
                        var limit = Limit()
                        try await replaceInHistory(succession, of: session, &limit)
                    }
                    try await store.finish(succession, before: context.now().adding(seconds: -Self.settlingSeconds))
                } catch {
                    failure = failure ?? error
                }
            }
            last = batch.last?.player
        } while last != nil
        if let failure { throw failure }
    }

    /// Carries out what is to be done for a player who has just ceased to be, as far as that is little: what shows them
    /// in each session, and then what says who made what, while there is time. The rest is left to ``sweep()``, and so
    /// is a session that can't be changed now.
    func carryOut(for player: PlayerID) async throws(ServiceError) {
        players.forget(player)
        guard let succession = try await store.succession(of: player) else { return }
        do throws(ServiceError) {
            let shown = try await forEachSession(of: succession, limit: Self.stepsOfRequest) {
                session throws(ServiceError) in
                try await replaceWhatIsShown(succession, in: session)
            }
            let end = context.now().addingTimeInterval(Self.secondsOfRequest)
            var limit = Limit(steps: Self.stepsOfRequest) { context.now() <= end }
            for session in shown {
                try await replaceInHistory(succession, of: session, &limit)
            }
        } catch {
            // What counts is noted; the rest is a matter of seconds.
            guard error.code == .unavailable || error.code == .internal || error.code == .notFound else { throw error }
        }
    }

    /// Does something in the sessions that involve a player.
    ///
    /// - Returns: the sessions in which it was done.
    /// - Throws: the first failure that may pass by itself, after all had their turn.
    @discardableResult
    private func forEachSession(
        of succession: Succession, limit: Int = .max,
        _ action: (SessionID) async throws(ServiceError) -> Void
    ) async throws(ServiceError) -> [SessionID] {
        var failure: ServiceError?
        var last: SessionID?
        var count = 0
        var done: [SessionID] = []
        repeat {
            let page = try await store.sessions(
                involving: succession.player, after: last, at: context.now(), limit: Self.batch)
            last = page.last
            for session in page.sessions.prefix(limit - count) {
                count += 1
                do throws(ServiceError) {
                    try await action(session)
                    done.append(session)
                } catch  where error.code == .notFound {
                    // It was removed meanwhile, and all that was the player's with it.
                } catch  where error.code == .unavailable {
                    failure = failure ?? error
                } catch {
                    try await context.note(.stuck, of: session, because: error, in: store)
                }
            }
        } while last != nil && count < limit
        if let failure { throw failure }
        return done
    }

    /// Replaces the player among the seats, after the events that have to come before.
    private func replaceWhatIsShown(_ succession: Succession, in session: SessionID) async throws(ServiceError) {
        let replacement = succession.replacement(in: session)
        // NB: no draft of somebody who is erased may count once their seat is nobody's; those of others' devices may.
        if replacement.erases { try await store.overtakeDrafts(of: replacement.player, in: session) }
        var isReplaced = false
        while !isReplaced {
            isReplaced = try await log.update(session) { record throws(ServiceError) in
                if let farewell = try record.session.farewell(of: succession) {
                    let decision = try record.session.deciding(farewell, at: context.clockReading)
                    return .write(
                        .event(Commit(decision, generation: record.generation, within: context.quotas), by: .now), false
                    )
                }
                return .write(.replacement(replacement), true)
            }
        }
    }

    /// Replaces the player in what says who made what, page by page, in what devices have learned, and last among those
    /// whom the session involves.
    private func replaceInHistory(
        _ succession: Succession, of session: SessionID, _ limit: inout Limit
    ) async throws(ServiceError) {
        let replacement = succession.replacement(in: session)
        var place: HistoryPlace? = .start
        while let from = place {
            guard limit.allowsStep() else { return }
            _ = try await log.maintain(session) { () async throws(ServiceError) in
                place = try await store.replaceInHistory(replacement, of: session, from: from)
                return true
            }
        }
        guard try await replaceInDevices(replacement, of: session, &limit) else { return }
        _ = try await log.maintain(session) { () async throws(ServiceError) in
            try await store.forget(replacement, in: session)
            return true
        }
    }

    /// Replaces the player in what devices have learned, some at a time. Those that learn something meanwhile are read
    /// again.
    ///
    /// - Returns: whether nothing is left.
    private func replaceInDevices(
        _ replacement: Replacement, of session: SessionID, _ limit: inout Limit
    ) async throws(ServiceError) -> Bool {
        var last: Device?
        var attempts = 0
        while limit.allowsStep() {
            let page = try await store.devices(
                naming: replacement.player, in: session, after: last, limit: Self.devices)
            var isStale = false
            for device in page where !isStale {
                var changed = device
                changed.aliases =
                    replacement.erases
                    ? device.aliases.forgetting(replacement.player)
                    : device.aliases.renaming(replacement.player, to: replacement.successor)
                guard changed.aliases != device.aliases else { continue }
                let relearned = changed
                isStale = try await !log.maintain(session) { () async throws(ServiceError) in
                    try await store.relearn(relearned, in: session)
                }
            }
            if isStale {
                attempts += 1
                guard attempts < Self.attempts else {
                    throw ServiceError(because: .busy, "Too many devices of this session learn at once.")
                }
            } else if page.count < Self.devices {
                return true
            } else {
                last = page.last
            }
        }
        return false
    }
}

extension Session {
    /// The event that must come before a player's seats can be another's: who is erased leaves; who has another seat as
    /// somebody else gives back the one that was taken by mistake. Nil if none must.
    fileprivate func farewell(of succession: Succession) throws(ServiceError) -> Proposal? {
        guard !isOver, phase != .draft else { return nil }
        let own = seating.seats(of: succession.player)
        guard let successor = succession.successor else {
            return own.first.map { Proposal(.leave, by: succession.player, seat: $0, basedOn: revision) }
        }
        guard seating.hasSeat(of: successor) else { return nil }
        for seat in own {
            let release = Proposal(.release, by: succession.player, seat: seat, basedOn: revision)
            if try decision(on: release, at: ClockReading(updatedAt)) != nil { return release }
        }
        return nil
    }
}

/// A limit on the steps of a succession that are carried out at once, and on their time; by default there is none.
private struct Limit {
    var steps = Int.max
    var hasTime: () -> Bool = { true }

    /// Counts another step; false if there may be none.
    mutating func allowsStep() -> Bool {
        guard steps > 0, hasTime() else { return false }
        steps -= 1
        return true
    }
}
