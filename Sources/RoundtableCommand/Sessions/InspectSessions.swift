import ArgumentParser
import BoardDrawings
import Foundation
import GameRules
import ProgramOutput
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

    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a session's events as they happen, until it is over or you press Ctrl-C.",
            discussion: "Example: roundtable session watch 5f0f… --reason 'ticket 4711'")

        @Argument(help: "The session's ID.")
        var session: SessionID

        @Option(help: ArgumentHelp("Begin after this event; by default, print only new events.", valueName: "revision"))
        var after: Int?

        @OptionGroup var list: ListOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("session watch", about: session) { administration in
                let start = try await administration.record(of: session).session
                var seen = after ?? start.revision
                var table = TextTable(titles: EventLine.titles, widths: EventLine.widths)
                if !list.json { try table.lines.forEach { try Output.print($0) } }
                table.titles = EventLine.titles.map { _ in "" }
                while true {
                    let current = try await administration.record(of: session).session
                    for event in try await administration.store.events(of: session, after: seen, limit: 100) {
                        let line = try EventLine(event, in: current)
                        table.rows = [line.cells]
                        try (list.json ? [line.facts.jsonLine] : table.lines).forEach { try Output.print($0) }
                        seen = event.revision
                    }
                    if current.isOver, seen >= current.revision { return Output.note("The game is over.") }
                    try await Task.sleep(for: .milliseconds(500))
                }
            }
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rebuild a session from its events, step by step, and compare it with what is stored.",
            discussion: """
                Shows the board after each event, as a reader without a seat may see it. Without --to it fails if the \
                stored session differs from its events.

                Example: roundtable session replay 5f0f… --to 3 --reason 'ticket 4711'
                """)

        @Argument(help: "The session's ID.")
        var session: SessionID

        @Option(help: ArgumentHelp("Stop after this event.", valueName: "revision"))
        var to: Int?

        @Flag(help: "Print JSON, one object per step.")
        var json = false

        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if let to, to < 1 { throw ValidationError("The first event is number 1.") }
        }

        func run() async throws {
            try await options.read("session replay", about: session, to.map { "--to \($0)" }) { administration in
                let stored = try await administration.record(of: session).session
                var latest: Roundtable.Session?
                try await administration.events(of: stored, upTo: to.map { min($0, stored.revision) }) { event in
                    let before =
                        try latest
                        ?? .beginning(with: event, of: stored.identity, games: administration.context.games)
                    let after = try before.following(event)
                    let step = ReplayStep(
                        line: try EventLine(event, in: after), session: after, board: try Board(of: after))
                    try Output.print(json ? step.facts.jsonLine : step.text)
                    latest = after
                }
                let rebuilt =
                    try latest
                    ?? .beginning(with: nil, of: stored.identity, games: administration.context.games)
                guard rebuilt.revision == stored.revision else { return }
                let differences = stored.differences(from: rebuilt)
                guard differences.isEmpty else {
                    throw Refusal("Stored and rebuilt differ in: \(differences.joined(separator: ", ")).")
                }
                Output.note("The stored session matches its events.")
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

/// One event of a replay, with what it led to.
private struct ReplayStep {
    let line: EventLine
    let session: Session
    let board: Board

    var facts: Facts {
        [
            "event": line.facts, "state": session.phase.rawValue, "toAct": session.toAct.map(\.rawValue),
            "board": board.json,
        ]
    }

    var text: String {
        let event = line.event
        let facts = [
            "\(event.revision)", event.at.text, event.kind.rawValue, event.seat.map { "seat \($0)" },
            line.move?.printable, "→ \(session.phase.rawValue), to act: \(session.toAct.text)",
        ]
        return ([facts.compactMap(\.self).joined(separator: "  ")] + board.lines(indent: 4)).joined(separator: "\n")
    }
}

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
