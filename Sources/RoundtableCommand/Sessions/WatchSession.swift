import ArgumentParser
import Foundation
import Roundtable

extension SessionCommand {
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
                if !list.json { try table.lines.forEach(show) }
                table.titles = EventLine.titles.map { _ in "" }
                while true {
                    let current = try await administration.record(of: session).session
                    for event in try await administration.store.events(of: session, after: seen, limit: 100) {
                        let line = try EventLine(event, in: current)
                        table.rows = [line.cells]
                        try (list.json ? [line.facts.jsonLine] : table.lines).forEach(show)
                        seen = event.revision
                    }
                    if current.isOver, seen >= current.revision { return note("The game is over.") }
                    try await Task.sleep(for: .milliseconds(500))
                }
            }
        }
    }
}
