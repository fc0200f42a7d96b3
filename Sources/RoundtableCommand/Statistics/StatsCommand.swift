import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore
import Synchronization

struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how many sessions there are, how much people play, and how much disk space the tables take.",
        discussion: "Example: roundtable stats --days 7")

    @Option(help: ArgumentHelp("How many days to look back.", valueName: "number"))
    var days = 14

    @Flag(help: "Print JSON, one object.")
    var json = false

    @OptionGroup(title: "Database and keys") var settings: SettingsOptions

    func validate() throws {
        guard (1...3650).contains(days) else { throw ValidationError("--days is a number from 1 to 3650.") }
    }

    func run() async throws {
        let (days, json) = (days, json)
        try await Administration.run(settings) { administration in
            // Days of UTC, as they are counted.
            let today = (administration.context.now().timeIntervalSince1970 / 86_400).rounded(.down)
            let since = Date(timeIntervalSince1970: (today - Double(days - 1)) * 86_400)
            let done = Atomic(0)
            let bar = ProgressBar("Counting", of: PostgresStore.statisticsSteps, "steps")
            let statistics = try await bar.watch({ done.load(ordering: .relaxed) }) {
                try await administration.store.statistics(since: since) { done.add(1, ordering: .relaxed) }
            }
            let report = StatisticsReport(statistics)
            print(json ? try report.jsonLine : report.text)
        }
    }
}

/// A report of a database's content.
private struct StatisticsReport: Encodable {
    struct Count: Encodable {
        let game: String
        let state: String
        let sessions: Int
    }

    struct Day: Encodable {
        let day: String
        let events: Int
        let moves: Int
        let opened: Int
    }

    struct Size: Encodable {
        let table: String
        let rows: Int
        let bytes: Int
        let indexBytes: Int
    }

    let players: Int
    let sessions: [Count]
    let days: [Day]
    let tables: [Size]

    init(_ statistics: Statistics) {
        players = statistics.players
        sessions = statistics.counts.map { Count(game: $0.game, state: $0.phase, sessions: $0.sessions) }
        days = statistics.days.map {
            Day(day: $0.day, events: $0.events, moves: $0.moves, opened: $0.sessionsOpened)
        }
        tables = statistics.sizes.map {
            Size(table: $0.table, rows: $0.rows, bytes: $0.bytes, indexBytes: $0.indexBytes)
        }
    }

    var text: String {
        let total = sessions.reduce(0) { $0 + $1.sessions }
        let head = ["\(counted(total, "session")), \(counted(players, "player"))"]
        return
            (head
            + section(["GAME", "STATE", "SESSIONS"], sessions.map { [$0.game, $0.state, "\($0.sessions)"] })
            + section(
                ["DAY (UTC)", "EVENTS", "MOVES", "OPENED"],
                days.map { [$0.day, "\($0.events)", "\($0.moves)", "\($0.opened)"] })
            + section(
                ["TABLE", "ROWS, ABOUT", "SIZE", "INDEXES"],
                tables.map { [$0.table, "\($0.rows)", $0.bytes.byteText, $0.indexBytes.byteText] })).joined(
                separator: "\n")
    }

    private func section(_ titles: [String], _ rows: [[String]]) -> [String] {
        [""] + TextTable(titles: titles, rows: rows).lines
    }
}

extension Int {
    /// So many bytes, as people read it.
    var byteText: String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var (number, unit) = (Double(self), 0)
        while number >= 1024, unit < units.count - 1 { (number, unit) = (number / 1024, unit + 1) }
        return unit == 0 ? "\(self) B" : "\((number * 10).rounded() / 10) \(units[unit])"
    }
}
