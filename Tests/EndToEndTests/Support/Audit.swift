import Foundation
import GameRules
import Roundtable
import RoundtableStore
import TestSupport
import Testing

/// Looks through what is stored, behind the service's back.
struct Audit {
    let store: any SessionStore

    /// Expects that every receipt is kept exactly once, at the revision that its answer named, and nothing else.
    func expect(_ receipts: [Receipt], and sessions: [UUID]) async throws {
        for session in sessions {
            let events = try await expectConsistency(of: session)
            let toppings = events.dropFirst(2).map { Kept(player: $0.player?.uuid, revision: $0.revision) }
            let acknowledged = receipts.filter { $0.session == session }
                .map { Kept(player: $0.player, revision: $0.revision) }
            #expect(toppings.count == acknowledged.count && Set(toppings) == Set(acknowledged))
        }
    }

    /// Expects that a session's revisions have no gap and that its events rebuild its snapshot; gives back the events.
    @discardableResult
    func expectConsistency(of session: UUID) async throws -> [Event] {
        let id = SessionID(session)
        let snapshot = try #require(await store.record(of: id, for: nil)).session
        let events = try await store.events(of: id, after: 0, limit: 1_000)
        #expect(events.map(\.revision) == Array(1...snapshot.revision))
        let replayed = try Session.replaying(events, of: snapshot.identity, games: .testing)
        #expect(replayed.agrees(with: snapshot))
        return events
    }

    private struct Kept: Hashable {
        let player: UUID?
        let revision: Int
    }
}
