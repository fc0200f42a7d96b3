import ArgumentParser
import GameRules
import Roundtable
import RoundtableStore

extension SessionCommand {
    struct Abandon: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a game for all players, without a winner.",
            discussion: """
                Adds an event that everybody sees; only operators see your name and reason. It also ends a session \
                that can't be read, so that `session purge` can remove it.

                Example: roundtable session abandon 5f0f… --reason 'nobody answers, ticket 4711'
                """)

        @Argument(help: "The session's ID.")
        var session: SessionID

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await confirmation.ask("End the game \(session) for all its players?")
            try await options.change("session abandon", about: session) { administration, entry in
                let revision = try await administration.service.operations.abandon(session, noting: entry)
                try report.show(
                    "The game was abandoned by revision \(revision).",
                    ["session": session.description, "revision": revision, "state": Session.Phase.abandoned.rawValue])
            }
        }
    }

    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pass the turn of a seat that does not act.",
            discussion: "Example: roundtable session skip 5f0f… --reason 'on holiday, ticket 4711'")

        @Argument(help: "The session's ID.")
        var session: SessionID

        @Option(help: ArgumentHelp("The seat, counted from 0; by default the one that is to act.", valueName: "seat"))
        var seat: Int?

        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            let seat = seat.map(SeatIndex.init(_:))
            try await options.change("session skip", about: session, seat.map { "--seat \($0)" }) {
                administration, entry in
                let changed = try await administration.service.operations.skip(seat, of: session, noting: entry)
                try report.show(
                    "Skipped by revision \(changed.revision); to act: \(changed.toAct.text).", changed.facts)
            }
        }
    }

    struct Resign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Resign for the player of a seat.",
            discussion: "Example: roundtable session resign 5f0f… --seat 1 --reason 'asked for it, ticket 4711'")

        @Argument(help: "The session's ID.")
        var session: SessionID

        @Option(help: "The seat, counted from 0.")
        var seat: Int

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await confirmation.ask("Give up the game \(session) for seat \(seat)?")
            let seat = SeatIndex(seat)
            try await options.change("session resign", about: session, "--seat \(seat)") { administration, entry in
                let changed = try await administration.service.operations.resign(seat, of: session, noting: entry)
                try report.show(
                    "Seat \(seat) resigned by revision \(changed.revision); the game is \(changed.phase.rawValue).",
                    changed.facts)
            }
        }
    }

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
            try await confirmation.ask("Give seat \(seat) of \(session) to \(player), and take it from its holder?")
            let seat = SeatIndex(seat)
            try await options.change("session rebind", about: session, "--seat \(seat)", "--player \(player)") {
                administration, entry in
                let changed = try await administration.service.operations.rebind(
                    seat, of: session, to: player, noting: entry)
                try report.show("Seat \(seat) was given to \(player) by revision \(changed.revision).", changed.facts)
            }
        }
    }
}

extension Session {
    var facts: Facts { ["session": id.description, "revision": revision, "state": phase.rawValue] }
}
