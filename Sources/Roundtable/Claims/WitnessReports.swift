import Foundation
import GameRules

/// Applies the reports of devices on the messages of claims: who sent them, and that they were taken back.
struct WitnessReports: Sendable {
    let log: SessionLog

    private var context: ServiceContext { log.context }
    private var store: any SessionStores { log.store }

    /// Applies a device's report of who sent a claim's message: perhaps the player is a witness.
    ///
    /// - Returns: whether the player vouches for the claim.
    func applyReport(
        of sender: ParticipantID?, on message: FoundMessage, by player: PlayerID, in conversation: Conversation,
        _ record: inout SessionRecord
    ) async throws(ServiceError) -> Bool {
        guard let claim = message.claim else { return false }
        if !record.claims.contains(where: { $0.id == claim.id }) { record.take(claim) }
        guard let sender else { return false }
        var known: Claim? = claim
        let asker = Asker(player: player, local: conversation.local)
        let vouches: Bool
        (vouches, record) = try await log.update(message.session, for: asker, startingFrom: record) {
            record throws(ServiceError) in
            let newest = if let known { known } else { try await store.claim(claim.id, of: message.session) }
            guard let claim = newest else { throw .notFound }
            known = nil
            var record = record
            record.take(claim)
            return judge(sender, of: claim, by: player, in: conversation, record)
        }
        return vouches
    }

    /// Decides on a report of a claim: whether it is a vouch, and the session with the claim as it is then.
    private func judge(
        _ sender: ParticipantID, of claim: Claim, by player: PlayerID, in conversation: Conversation,
        _ record: SessionRecord
    ) -> SessionLog.Decided<(Bool, SessionRecord)> {
        let now = context.clockReading
        var device = record.device(of: player, reporting: conversation)
        device.aliases = device.aliases.merging(record.session.seating.person)
        guard claim.state(in: record.session, at: now.clockTime).stands,
            let report = claim.report(on: sender, by: device, in: record.session.seating, at: now.date),
            claim.isWitness(player, in: record.session)
        else { return .nothing((false, record)) }
        guard claim.reports[player] != report.vouches else { return .nothing((report.vouches, record)) }
        var (updated, shown) = (claim, record)
        updated.apply(
            report, vetoSeconds: context.limits.reclaimSeconds, in: record.session.seating, at: now.clockTime)
        shown.take(updated)
        return .write(.changedClaim(updated, report), (report.vouches, shown))
    }

    /// The claim's player took its message back.
    ///
    /// - Throws: `already_committed`, if the seat has changed hands.
    func withdraw(_ id: ClaimID, of session: SessionID) async throws(ServiceError) {
        try await log.update(session) { record throws(ServiceError) in
            guard var claim = try await store.claim(id, of: session) else { throw .notFound }
            guard claim.state(in: record.session, at: context.clockReading.clockTime) != .granted else {
                throw ServiceError(because: .seatRegained)
            }
            guard claim.state.stands else { return .nothing(()) }
            claim.state = .withdrawn
            return .write(.changedClaim(claim, nil), ())
        }
    }
}
