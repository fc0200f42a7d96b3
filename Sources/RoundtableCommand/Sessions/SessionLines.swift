import BoardDrawings
import Foundation
import GameRules
import Roundtable

extension FactTable {
    init(seatsOf session: Session) {
        titles = ["SEAT", "STATE", "PLAYER", "SINCE", "LAST ACTED", ""]
        rows = session.seating.table.all.map { index in
            let seat = session.seating[index]
            let (player, isToAct) = (seat.player?.description, session.toAct.contains(index))
            let since = player == nil ? nil : seat.takenAt ?? 0
            let facts: Facts = [
                "seat": index.rawValue, "state": seat.state.rawValue, "player": player, "since": since,
                "lastActed": seat.lastActed, "isToAct": isToAct,
            ]
            let cells = [
                "\(index)", seat.state.rawValue, player ?? "-", since.map { "\($0)" } ?? "-",
                seat.lastActed.map { "\($0)" } ?? "-", isToAct ? "to act" : "",
            ]
            return (facts, cells)
        }
    }

    init(_ drafts: [Draft], at now: Date) {
        titles = ["DRAFT", "STATUS", "PLAYER", "BASED ON", "AGE", "EXPIRES"]
        rows = drafts.map { draft in
            let (id, status, basedOn) = (draft.id.description, draft.status.rawValue, draft.proposal.basedOn)
            let isExpired = draft.status == .live && draft.expiresAt <= now
            let state =
                draft.committedRevision.map { "\(status) as \($0)" } ?? (isExpired ? "\(status), expired" : status)
            let facts: Facts = [
                "draft": id, "status": status, "player": draft.player.description, "basedOn": basedOn,
                "committedRevision": draft.committedRevision, "createdAt": draft.createdAt,
                "expiresAt": draft.expiresAt,
            ]
            let cells = [
                id, state, "\(draft.player.description.prefix(8))…", "\(basedOn)", draft.createdAt.age,
                draft.expiresAt.due,
            ]
            return (facts, cells)
        }
    }

    init(_ events: [EventLine]) {
        titles = EventLine.titles
        rows = events.map { ($0.facts, $0.cells) }
    }
}

/// An event as operators see it, its move as somebody without a seat may.
struct EventLine {
    static let titles = ["REV", "AT", "EVENT", "SEAT", "PLAYER", "MOVE", "BY"]

    /// Their width while one event is printed after the other.
    static let widths = [3, 20, 9, 4, 36, 4]

    let event: Event
    let move: String?

    init(_ event: Event, in session: Session) throws(ServiceError) {
        self.event = event
        move = try session.shownMove(of: event, to: .bystander)?.words
    }

    var facts: Facts {
        let details = event.details
        return [
            "revision": event.revision, "at": event.at, "kind": event.kind.rawValue, "seat": event.seat?.rawValue,
            "player": event.player?.description, "joined": details.joined, "move": move, "outcome": details.outcome,
            "operation": details.operation.map { ["by": $0.by, "reason": $0.reason] },
        ]
    }

    var cells: [String] {
        let isJoining = event.details.joined && event.kind != .joined
        return [
            "\(event.revision)", event.at.text, event.kind.rawValue + (isJoining ? ", joined" : ""),
            event.seat?.description ?? "-", event.player?.description ?? "-", move ?? "-",
            event.details.operation.map { "\($0.by): \($0.reason)" } ?? "",
        ]
    }
}

extension GameJSON {
    /// A text without its quotes; other JSON as it is.
    fileprivate var words: String { (try? decode(as: String.self)) ?? description }
}

/// A board as somebody without a seat may see it.
struct Board {
    let json: GameJSON

    init(of session: Session) throws(ServiceError) { json = try session.board(for: .bystander) }

    /// The board as characters, indented, for so many columns; by default those of the terminal.
    func lines(indent: Int, width: Int = (TerminalSize.ofOutput ?? .usual).columns) -> [String] {
        let lines = BoardDrawing(of: json, width: width - indent).lines
        return (lines.isEmpty ? ["nothing yet"] : lines).map {
            (String(repeating: " ", count: indent) + $0.printable).withoutTrailingSpaces
        }
    }
}
