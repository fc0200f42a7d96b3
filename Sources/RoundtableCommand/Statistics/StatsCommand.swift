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

    @OptionGroup var report: ReportOptions
    @OptionGroup(title: "Database and keys") var settings: SettingsOptions

    func validate() throws {
        guard (1...3650).contains(days) else { throw ValidationError("--days is a number from 1 to 3650.") }
    }

    func run() async throws {
        try await Administration.run(settings) { administration in
            // Days of UTC, as they are counted.
            let today = (administration.context.now().timeIntervalSince1970 / 86_400).rounded(.down)
            let since = Date(timeIntervalSince1970: (today - Double(days - 1)) * 86_400)
            let done = Atomic(0)
            let bar = ProgressBar("Counting", of: PostgresStore.statisticsSteps, "steps")
            let statistics = try await bar.watch({ done.load(ordering: .relaxed) }) {
                try await administration.store.statistics(since: since) { done.add(1, ordering: .relaxed) }
            }
            try report.show(statistics.text, statistics.facts)
        }
    }
}

extension Statistics {
    private var sessions: FactTable {
        FactTable(
            titles: ["GAME", "STATE", "SESSIONS"],
            rows: counts.map {
                (["game": $0.game, "state": $0.phase, "sessions": $0.sessions], [$0.game, $0.phase, "\($0.sessions)"])
            })
    }

    private var play: FactTable {
        FactTable(
            titles: ["DAY (UTC)", "EVENTS", "MOVES", "OPENED"],
            rows: days.map {
                (
                    ["day": $0.day, "events": $0.events, "moves": $0.moves, "opened": $0.sessionsOpened],
                    [$0.day, "\($0.events)", "\($0.moves)", "\($0.sessionsOpened)"]
                )
            })
    }

    private var tables: FactTable {
        FactTable(
            titles: ["TABLE", "ROWS, ABOUT", "SIZE", "INDEXES"],
            rows: sizes.map {
                (
                    ["table": $0.table, "rows": $0.rows, "bytes": $0.bytes, "indexBytes": $0.indexBytes],
                    [$0.table, "\($0.rows)", $0.bytes.byteText, $0.indexBytes.byteText]
                )
            })
    }

    fileprivate var facts: Facts { ["players": players, "sessions": sessions, "days": play, "tables": tables] }

    fileprivate var text: String {
        get throws {
            let total = counts.reduce(0) { $0 + $1.sessions }
            let head = ["\(counted(total, "session")), \(counted(players, "player"))"]
            let sections = try [sessions, play, tables].flatMap { try [""] + $0.lines(json: false) }
            return (head + sections).joined(separator: "\n")
        }
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
