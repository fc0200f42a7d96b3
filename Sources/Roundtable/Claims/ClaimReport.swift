package import Foundation

/// A vouch or an objection of a player with a seat, by a report of who sent the claim's message.
package struct ClaimReport: Sendable, Equatable {
    package let witness: PlayerID
    /// Whether the sender is, on the witness's device, the seat's player; else it is somebody else.
    package let vouches: Bool
    package let at: Date
}

extension Claim {
    /// The vouch or objection that follows from a device's report of the claim's sender; nil if neither does.
    ///
    /// Only what the device learned by sighting earlier messages counts, and only if nothing contradicts it. A message
    /// from the device's own account says that the claimant is its user, and so not the seat's player.
    ///
    /// - Parameter device: what the device knew before this report.
    func report(on sender: ParticipantID, by device: Device, in seating: Seating, at now: Date) -> ClaimReport? {
        let vouches: Bool
        if sender == device.conversation.local {
            vouches = false
        } else {
            let alias = device.onlyAlias(of: sender, in: seating)
            guard let known = alias.map({ seating.person($0.player) }), known != player else { return nil }
            vouches = known == seating.person(holder)
        }
        return ClaimReport(witness: device.player, vouches: vouches, at: now)
    }

    /// Whether a player is asked: somebody else who has a seat, and had it when the claim was made. Anybody of these
    /// may object; whose vouch counts is for the holder's devices to say.
    func isWitness(_ player: PlayerID, in session: Session) -> Bool {
        player != self.player && player != holder
            && session.seating.seats(of: player).contains { session.seating[$0].takenAt ?? 0 <= revision }
    }
}
