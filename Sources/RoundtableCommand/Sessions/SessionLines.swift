import Foundation
import GameRules
import Roundtable

/// A seat as operators see it.
struct SeatLine: TabularLine {
    static let titles = ["SEAT", "STATE", "PLAYER", "SINCE", "LAST ACTED", ""]

    let seat: Int
    let state: String
    let player: String?
    let since: Int?
    let lastActed: Int?
    let isToAct: Bool

    init(_ index: SeatIndex, _ seat: Seating.Seat, toAct: [SeatIndex]) {
        self.seat = index.rawValue
        state = seat.state.rawValue
        player = seat.player?.description
        since = seat.player == nil ? nil : seat.takenAt ?? 0
        lastActed = seat.lastActed
        isToAct = toAct.contains(index)
    }

    var cells: [String] {
        [
            "\(seat)", state, player ?? "-", since.map { "\($0)" } ?? "-", lastActed.map { "\($0)" } ?? "-",
            isToAct ? "to act" : "",
        ]
    }
}

/// A draft as operators see it.
struct DraftLine: TabularLine {
    static let titles = ["DRAFT", "STATUS", "PLAYER", "BASED ON", "AGE", "EXPIRES"]

    let draft: String
    let status: String
    let player: String
    let basedOn: Int
    let committedRevision: Int?
    let createdAt: Date
    let expiresAt: Date
    private let isExpired: Bool

    private enum CodingKeys: CodingKey {
        case draft, status, player, basedOn, committedRevision, createdAt, expiresAt
    }

    init(_ draft: Draft, at now: Date) {
        self.draft = draft.id.description
        status = draft.status.rawValue
        player = draft.player.description
        basedOn = draft.proposal.basedOn
        committedRevision = draft.committedRevision
        createdAt = draft.createdAt
        expiresAt = draft.expiresAt
        isExpired = draft.status == .live && draft.expiresAt <= now
    }

    var cells: [String] {
        let state = committedRevision.map { "\(status) as \($0)" } ?? (isExpired ? "\(status), expired" : status)
        return [draft, state, "\(player.prefix(8))…", "\(basedOn)", createdAt.age, expiresAt.due]
    }
}

/// An event as operators see it, its move as somebody without a seat may.
struct EventLine: TabularLine {
    static let titles = ["REV", "AT", "EVENT", "SEAT", "PLAYER", "MOVE", "BY"]

    /// Their width while one event is printed after the other.
    static let widths = [3, 20, 9, 4, 36, 4]

    let revision: Int
    let at: Date
    let kind: String
    let seat: Int?
    let player: String?
    let joined: Bool
    let move: String?
    let outcome: Outcome?
    let operation: Intervention?

    /// Which operator brought the event about, and why.
    struct Intervention: Encodable {
        let by: String
        let reason: String
    }

    init(_ event: Event, in session: Session) throws(ServiceError) {
        revision = event.revision
        at = event.at
        kind = event.kind.rawValue
        seat = event.seat?.rawValue
        player = event.player?.description
        joined = event.details.joined
        move = try session.shownMove(of: event, to: .bystander)?.words
        outcome = event.details.outcome
        operation = event.details.operation.map { Intervention(by: $0.by, reason: $0.reason) }
    }

    var cells: [String] {
        [
            "\(revision)", at.text, kind + (joined && kind != "joined" ? ", joined" : ""), seat.map { "\($0)" } ?? "-",
            player ?? "-", move ?? "-", operation.map { "\($0.by): \($0.reason)" } ?? "",
        ]
    }
}

extension GameJSON {
    /// A text without its quotes; other JSON as it is.
    fileprivate var words: String { (try? decode(as: String.self)) ?? description }
}
