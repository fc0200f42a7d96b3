import Foundation
import GameRules

/// The facts that a decision on a session needs besides the session: those of its log and of the session before it.
package struct Circumstances: Sendable {
    /// The move that the proposal would take back; nil if it is about none.
    var undo: Undo?
    /// The seats that are kept for players of the session before.
    var keptSeats: [SeatIndex: PlayerID] = [:]

    static func find(
        for proposal: Proposal, on record: SessionRecord, _ context: ServiceContext, in store: any SessionStores
    ) async throws(ServiceError) -> Circumstances {
        var circumstances = Circumstances()
        let session = record.session
        // NB: a move, in a session that is no rematch, needs nothing else.
        guard let player = proposal.player, proposal.move == nil || session.identity.origin != nil, !session.isOver
        else { return circumstances }
        let own = session.seating.seats(of: player)
        if let offerer = session.offerer(ofUndoBy: proposal, of: own) {
            circumstances.undo = try await Undo.find(of: offerer, in: record, by: player, context, in: store)
        }
        if own.isEmpty { circumstances.keptSeats = try await store.keptSeats(of: session, at: context.now()) }
        return circumstances
    }
}

extension Session {
    /// The seat whose move would be taken back by what a player proposes; nil if that is about none.
    fileprivate func offerer(ofUndoBy proposal: Proposal, of own: [SeatIndex]) -> SeatIndex? {
        guard phase == .active, position.agreements.contains(.undo), let first = own.first,
            proposal.seat.map(own.contains) ?? true
        else { return nil }
        return switch (proposal.intent, seating.offer) {
        case (.accept, let offer?) where offer.agreement == .undo: offer.seat
        case (.offer(.undo), let offer?): offer.seat
        case (.offer(.undo), nil): proposal.seat ?? first
        default: nil
        }
    }
}
