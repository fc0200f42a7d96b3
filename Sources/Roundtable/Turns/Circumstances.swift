import Foundation
import GameRules

/// The facts that a decision on a session needs besides the session: those of its log and of the session before it.
struct Circumstances: Sendable {
    /// The move that the proposal would take back; nil if it is about none.
    var undo: Undo?
    /// The seats that are kept for players of the session before.
    var keptSeats: [SeatIndex: PlayerID] = [:]

    /// The circumstances of what a player wants to happen.
    static func find(
        _ intent: Proposal.Intent?, at seat: SeatIndex?, by player: PlayerID, on record: SessionRecord,
        _ context: ServiceContext, in store: any SessionStores
    ) async throws(ServiceError) -> Circumstances {
        var circumstances = Circumstances()
        // NB: a move, in a session that is no rematch, needs nothing else.
        guard intent != nil || record.session.identity.origin != nil else { return circumstances }
        let session = record.session
        guard !session.isOver else { return circumstances }
        if let offerer = session.offerer(ofUndoBy: intent, at: seat, of: player) {
            circumstances.undo = try await Undo.find(of: offerer, in: record, by: player, context, in: store)
        }
        if session.seating.seats(of: player).isEmpty {
            circumstances.keptSeats = try await store.keptSeats(of: session, at: context.now())
        }
        return circumstances
    }
}

extension Session {
    /// The seat whose move would be taken back by what a player wants; nil if that is about none.
    fileprivate func offerer(ofUndoBy intent: Proposal.Intent?, at seat: SeatIndex?, of player: PlayerID) -> SeatIndex?
    {
        let own = seating.seats(of: player)
        guard phase == .active, position.agreements.contains(.undo), let first = own.first,
            seat.map(own.contains) ?? true
        else { return nil }
        return switch (intent, seating.offer) {
        case (.accept, let offer?) where offer.agreement == .undo: offer.seat
        case (.offer(.undo), let offer?): offer.seat
        case (.offer(.undo), nil): seat ?? first
        default: nil
        }
    }
}
