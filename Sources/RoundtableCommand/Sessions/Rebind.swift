import ArgumentParser
import GameRules
import Roundtable
import RoundtableStore

extension SessionCommand {
    struct Rebind: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a seat to a player who lost the credential that holds it.",
            discussion: """
                Use it if neither a link code nor witnesses can help. The player is that of the new credential; the \
                app gets its ID from GET /v1/players/me. The command adds an event that everybody sees.

                Example: roundtable session rebind 5f0f… --seat 1 --player 7be4… --reason 'lost phone, ticket 4711'
                """)

        @Argument(help: "The session's ID.")
        var session: SessionID

        @Option(help: "The seat, counted from 0.")
        var seat: Int

        @Option(help: "The player who gets the seat.")
        var player: PlayerID

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await confirmation.ask("Give seat \(seat) of \(session) to \(player), and take it from who has it?")
            let (session, seat, player, report) = (session, SeatIndex(seat), player, report)
            try await options.change("session rebind", about: session, "--seat \(seat)", "--player \(player)") {
                administration, entry in
                let changed = try await administration.service.operations.rebind(
                    seat, of: session, to: player, noting: entry)
                try report.show("Seat \(seat) is \(player)'s since revision \(changed.revision).", changed.facts)
            }
        }
    }
}
