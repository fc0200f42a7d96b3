import Foundation
import Roundtable
import RoundtableStore

/// A report of a session that can't be read: the columns that are not JSON of its row, the list of its events, and the
/// reason.
struct UnreadSessionReport: Encodable {
    private let session: String
    private let problem: String
    private let foundAt: Date?
    private let line: SessionListLine?
    private let events: [UnreadEventLine]

    /// A session that could not be read because of an error.
    ///
    /// - Throws: a refusal, if there is no such session.
    init(_ session: SessionID, _ error: ServiceError, _ administration: Administration) async throws {
        self.session = session.description
        problem = error.explanation
        foundAt = try await administration.store.fault(of: session)?.foundAt
        line = try await administration.store.line(of: session).map {
            SessionListLine($0, at: administration.context.clockReading)
        }
        events = try await administration.store.unreadEvents(of: session).map(UnreadEventLine.init)
    }

    var text: String {
        var lines = ["Session \(session) can't be read: \(problem)"]
        if let foundAt { lines.append("Known since \(foundAt.text).") }
        if let line { lines += [""] + TextTable(titles: SessionListLine.titles, rows: [line.cells]).lines }
        lines +=
            ["", "Events"]
            + TextTable(titles: UnreadEventLine.titles, rows: events.map(\.cells)).lines.map { "  \($0)" }
        lines += [
            "", "`session abandon` ends the game, `session export` writes all rows of it, `session purge` removes it.",
        ]
        return lines.joined(separator: "\n")
    }
}

/// An event by those of its columns that are not JSON.
private struct UnreadEventLine: TabularLine {
    static let titles = ["REV", "AT", "EVENT", "SEAT", "PLAYER"]

    let revision: Int
    let at: Date
    let kind: String
    let seat: Int?
    let player: String?

    init(_ event: UnreadEvent) {
        (revision, at, kind, seat) = (event.revision, event.at, event.kind, event.seat)
        player = event.player?.description
    }

    var cells: [String] { ["\(revision)", at.text, kind, seat.map(String.init) ?? "-", player ?? "-"] }
}
