import Foundation
import Roundtable
import RoundtableStore

/// A report of a session that can't be read: the columns that are not JSON of its row, the list of its events, and the
/// reason.
struct UnreadSessionReport {
    private let session: String
    private let problem: String
    private let foundAt: Date?
    /// The session as a list has it; nothing if its row can't be read at all.
    private let line: FactTable
    private let events: FactTable

    /// - Throws: a refusal, if there is no such session.
    init(_ session: SessionID, _ error: ServiceError, _ administration: Administration) async throws {
        self.session = session.description
        problem = error.explanation
        foundAt = try await administration.store.fault(of: session)?.foundAt
        let found = try await administration.store.line(of: session)
        line = FactTable([found].compactMap(\.self), at: administration.context.clockReading)
        events = FactTable(try await administration.store.unreadEvents(of: session))
    }

    var facts: Facts {
        ["session": session, "problem": problem, "foundAt": foundAt, "line": line.rows.first?.facts, "events": events]
    }

    var text: String {
        get throws {
            var lines = ["Session \(session) can't be read: \(problem)"]
            if let foundAt { lines.append("Known since \(foundAt.text).") }
            if !line.rows.isEmpty { lines += try [""] + line.lines(json: false) }
            lines += try ["", "Events"] + events.lines(json: false).map { "  \($0)" }
            lines += [
                "",
                "`session abandon` ends the game, `session export` writes all rows of it, `session purge` removes it.",
            ]
            return lines.joined(separator: "\n")
        }
    }
}

extension FactTable {
    /// Events by those of their columns that are not JSON.
    fileprivate init(_ events: [UnreadEvent]) {
        titles = ["REV", "AT", "EVENT", "SEAT", "PLAYER"]
        rows = events.map { event in
            let (seat, player) = (event.seat, event.player?.description)
            let facts: Facts = [
                "revision": event.revision, "at": event.at, "kind": event.kind, "seat": seat, "player": player,
            ]
            return (
                facts, ["\(event.revision)", event.at.text, event.kind, seat.map(String.init) ?? "-", player ?? "-"]
            )
        }
    }
}
