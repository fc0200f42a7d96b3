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

        @Flag(help: "Print JSON, one object.")
        var json = false

        @OptionGroup var options: OperatorOptions

        func run() async throws {
            let (session, json) = (session, json)
            try await options.read("session show", about: session) { administration in
                let report: SessionReport
                do {
                    report = try await administration.report(on: session)
                } catch let error as ServiceError where error.code == .internal {
                    let unread = try await UnreadSessionReport(session, error, administration)
                    return print(json ? try unread.jsonLine : unread.text)
                }
                print(json ? try report.jsonLine : report.text)
            }
        }
    }
}

extension Administration {
    /// A session with its drafts and events.
    ///
    /// - Throws: `not_found`; `internal`, if a row of it can't be read.
    fileprivate func report(on session: SessionID) async throws -> SessionReport {
        let record = try await record(of: session)
        var lines: [EventLine] = []
        try await events(of: record.session) { lines.append(try EventLine($0, in: record.session)) }
        let founding = try await store.events(of: session, after: 0, limit: 1).first?.details.founding
        return try await SessionReport(
            record, options: founding?.options, drafts: store.drafts(of: session), events: lines,
            at: context.clockReading)
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
private struct SessionReport: Encodable {
    let session: String
    let game: String
    let rules: Int
    let state: String
    let revision: Int
    let toAct: [Int]
    let deadline: Date?
    let isOverdue: Bool
    let isClockPaused: Bool
    let clock: ClockLine?
    let options: GameJSON?
    let live: Bool
    let series: SeriesLine?
    let outcome: Outcome?
    let createdAt: Date
    let updatedAt: Date
    let seats: [SeatLine]
    let board: Board
    let drafts: [DraftLine]
    let events: [EventLine]

    init(
        _ record: SessionRecord, options: GameJSON?, drafts: [Draft], events: [EventLine], at now: ClockReading
    ) throws(ServiceError) {
        let session = record.session
        self.session = session.id.description
        game = session.identity.game.rawValue
        rules = session.identity.rules
        state = session.phase.rawValue
        revision = session.revision
        toAct = session.toAct.map(\.rawValue)
        deadline = session.deadline.map(now.date(of:))
        isOverdue = session.deadline.map { $0 <= now.clockTime } ?? false
        isClockPaused = session.isClockPaused
        clock = session.identity.clock.map(ClockLine.init)
        self.options = options
        live = session.identity.isLive
        series = session.series.map { SeriesLine(number: $0.number, scores: $0.scores) }
        outcome = session.outcome
        createdAt = session.identity.createdAt
        updatedAt = session.updatedAt
        seats = session.seating.table.all.map { SeatLine($0, session.seating[$0], toAct: session.toAct) }
        board = try Board(of: session)
        self.drafts = drafts.map { DraftLine($0, at: now.date) }
        self.events = events
    }

    var text: String {
        let facts = [
            ("Session", session), ("Game", "\(game), rules \(rules)"), ("State", state), ("Revision", "\(revision)"),
            ("To act", toAct.map(SeatIndex.init(_:)).text),
            (
                "Deadline",
                deadline.map { $0.text + (isOverdue ? ", overdue" : "") }
                    ?? (isClockPaused ? "none until a player acts" : "-")
            ),
            ("Clock", clock?.text ?? "-"), ("Options", options?.description ?? "-"), ("Live", live ? "yes" : "no"),
            ("Series", series?.text ?? "-"), ("Outcome", outcome?.text ?? "-"), ("Created", createdAt.text),
            ("Updated", updatedAt.text),
        ]
        let head = TextTable(titles: ["", ""], rows: facts.map { [$0.0, $0.1] }).lines
        return
            (head + section("Seats", seats) + ["", "Board"] + board.lines(indent: 2)
            + section("Drafts", drafts) + section("Events", events)).joined(separator: "\n")
    }

    private func section<Line: TabularLine>(_ title: String, _ lines: [Line]) -> [String] {
        let table = TextTable(titles: Line.titles, rows: lines.map(\.cells)).lines
        return ["", title] + (lines.isEmpty ? ["none"] : table).map { "  \($0)" }
    }
}

private struct ClockLine: Encodable {
    let turnSeconds: Int
    let bankSeconds: Int
    let atEnd: String?

    init(_ settings: ClockSettings) {
        turnSeconds = settings.turnSeconds
        bankSeconds = settings.bankSeconds
        atEnd = settings.atEnd?.rawValue
    }

    var text: String {
        let bank = bankSeconds > 0 ? ", \(bankSeconds) s in the bank" : ""
        return "\(turnSeconds) s a turn\(bank), at the end \(atEnd ?? "as the game has it")"
    }
}

/// The series that a rematch belongs to.
private struct SeriesLine: Encodable {
    let number: Int
    let scores: [Int]

    var text: String { "game \(number), won by seat \(scores.map(\.description).joined(separator: ", "))" }
}

extension Outcome {
    var text: String {
        let winners = winners.isEmpty ? "" : " by \(winners.text)"
        return "\(kind.rawValue)\(winners)\(scores.map { ", scores \($0)" } ?? "")"
    }
}
