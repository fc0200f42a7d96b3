import ArgumentParser
import Foundation
import GameRules
import Roundtable
import RoundtableModel
import RoundtableStore

extension SessionCommand {
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a session: its seats, whose turn it is, its board, its drafts and its events.",
            discussion: """
                Shows the board and the moves as a reader without a seat may see them, and no nicknames. If a session \
                can't be read, it shows the parts that can, and why the others can't.

                Example: roundtable session show 5f0f… --reason 'ticket 4711'
                """)

        @Argument(help: "The session's ID.")
        var session: SessionID

        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("session show", about: session) { administration in
                do {
                    let found = try await administration.report(on: session)
                    try report.show(found.text, found.facts)
                } catch let error as ServiceError where error.code == .internal {
                    let unread = try await UnreadSessionReport(session, error, administration)
                    try report.show(unread.text, unread.facts)
                }
            }
        }
    }
}

extension Administration {
    /// - Throws: `not_found`; `internal`, if a row of it can't be read.
    fileprivate func report(on session: SessionID) async throws -> SessionReport {
        let session = try await record(of: session).session
        var events: [EventLine] = []
        try await self.events(of: session) { events.append(try EventLine($0, in: session)) }
        let (drafts, now) = (try await store.drafts(of: session.id), context.clockReading)
        return SessionReport(
            session: session, options: events.first?.event.details.founding?.options, board: try Board(of: session),
            drafts: FactTable(drafts, at: now.date), events: FactTable(events), now: now)
    }

    /// Visits the events of a session that it knows of, or those up to a revision, some at a time.
    func events(of session: Session, upTo revision: Int? = nil, _ visit: (Event) throws -> Void) async throws {
        let last = revision ?? session.revision
        var seen = 0
        while seen < last {
            let page = try await store.events(of: session.id, after: seen, limit: min(100, last - seen))
            guard let newest = page.last else { break }
            try page.forEach(visit)
            seen = newest.revision
        }
    }
}

/// A session as operators see it.
private struct SessionReport {
    let session: Session
    let options: GameJSON?
    let board: Board
    let drafts: FactTable
    let events: FactTable
    let now: ClockReading

    private var deadline: Date? { session.deadline.map(now.date(of:)) }
    private var isOverdue: Bool { session.deadline.map { $0 <= now.clockTime } ?? false }
    private var seats: FactTable { FactTable(seatsOf: session) }

    var facts: Facts {
        let identity = session.identity
        return [
            "session": session.id.description, "game": identity.game.rawValue, "rules": identity.rules,
            "state": session.phase.rawValue, "revision": session.revision, "toAct": session.toAct.map(\.rawValue),
            "deadline": deadline, "isOverdue": isOverdue, "isClockPaused": session.isClockPaused,
            "clock": identity.clock?.facts, "options": options, "live": identity.isLive,
            "series": session.series.map { ["number": $0.number, "scores": $0.scores] as Facts },
            "outcome": session.outcome, "createdAt": identity.createdAt, "updatedAt": session.updatedAt,
            "seats": seats, "board": board.json, "drafts": drafts, "events": events,
        ]
    }

    var text: String {
        get throws {
            let identity = session.identity
            let due = deadline.map { $0.text + (isOverdue ? ", overdue" : "") }
            let facts = [
                ("Session", session.id.description), ("Game", "\(identity.game), rules \(identity.rules)"),
                ("State", session.phase.rawValue), ("Revision", "\(session.revision)"),
                ("To act", session.toAct.text),
                ("Deadline", due ?? (session.isClockPaused ? "none until a player acts" : "-")),
                ("Clock", identity.clock?.text ?? "-"), ("Options", options?.description ?? "-"),
                ("Live", identity.isLive ? "yes" : "no"), ("Series", series ?? "-"),
                ("Outcome", session.outcome?.text ?? "-"), ("Created", identity.createdAt.text),
                ("Updated", session.updatedAt.text),
            ]
            let head = TextTable(titles: ["", ""], rows: facts.map { [$0.0, $0.1] }).lines
            return
                (head + (try section("Seats", seats)) + ["", "Board"] + board.lines(indent: 2)
                + (try section("Drafts", drafts)) + (try section("Events", events))).joined(separator: "\n")
        }
    }

    private var series: String? {
        session.series.map {
            "game \($0.number), won by seat \($0.scores.map(\.description).joined(separator: ", "))"
        }
    }

    private func section(_ title: String, _ table: FactTable) throws -> [String] {
        ["", title] + (table.rows.isEmpty ? ["none"] : try table.lines(json: false)).map { "  \($0)" }
    }
}

extension ClockSettings {
    fileprivate var facts: Facts {
        ["turnSeconds": turnSeconds, "bankSeconds": bankSeconds, "atEnd": atEnd?.rawValue]
    }

    fileprivate var text: String {
        let bank = bankSeconds > 0 ? ", \(bankSeconds) s in the bank" : ""
        return "\(turnSeconds) s a turn\(bank), at the end \(atEnd?.rawValue ?? "as the game has it")"
    }
}

extension Outcome {
    var text: String {
        let winners = winners.isEmpty ? "" : " by \(winners.text)"
        return "\(kind.rawValue)\(winners)\(scores.map { ", scores \($0)" } ?? "")"
    }
}
