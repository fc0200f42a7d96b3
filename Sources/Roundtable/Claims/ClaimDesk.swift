import Foundation
import GameRules

/// Takes in what devices tell of the messages of claims: who sent them, and that they were taken back.
struct ClaimDesk: Sendable {
    /// How often a claim is looked at anew because it or its session was changed in between.
    private static let attempts = 64

    let context: ServiceContext
    let store: any SessionStores
    let changes: SessionChanges

    /// A device tells who sent a claim's message: perhaps the player is a witness.
    ///
    /// - Returns: whether the player vouches for the claim.
    func hear(
        _ sender: ParticipantID?, of message: FoundMessage, by player: PlayerID, in conversation: Conversation,
        _ record: inout SessionRecord
    ) async throws(ServiceError) -> Bool {
        guard let sender, let id = message.claim?.id else { return false }
        for _ in 0..<Self.attempts {
            let now = context.now()
            var device = record.device(of: player, telling: conversation)
            device.aliases = device.aliases.merging(record.session.seating.person)
            guard let index = record.claims.firstIndex(where: { $0.id == id }),
                record.claims[index].state(in: record.session, at: now) == .open,
                let report = record.claims[index].report(on: sender, by: device, in: record.session.seating, at: now),
                record.claims[index].isWitness(player, in: record.session)
            else { return false }
            guard record.claims[index].reports[player] != report.vouches else { return report.vouches }
            var claim = record.claims[index]
            claim.hear(report, vetoSeconds: context.limits.reclaimSeconds)
            if try await store.update(claim, at: record.session.revision, after: report) {
                changes.didChange(claim.session)
                record.claims[index] = claim
                return report.vouches
            }
            let asker = Asker(player: player, local: conversation.local)
            guard let newer = try await store.record(of: message.session, for: asker) else { throw .notFound }
            record = newer
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }

    /// The claim's player took its message back.
    ///
    /// - Throws: `already_committed`, if the seat has changed hands.
    func withdraw(_ id: ClaimID, of session: SessionID) async throws(ServiceError) {
        for _ in 0..<Self.attempts {
            guard let record = try await store.record(of: session, for: nil),
                var claim = try await store.claim(id, of: session)
            else { throw .notFound }
            let revision = record.session.revision
            guard claim.state(in: record.session, at: context.now()) != .granted else {
                throw ServiceError(.alreadyCommitted, "The seat is yours already.", revision: revision)
            }
            guard claim.state == .open else { return }
            claim.state = .withdrawn
            if try await store.update(claim, at: revision, after: nil) { return changes.didChange(session) }
        }
        throw ServiceError(.unavailable, "Too many players act on this session at once.")
    }
}
