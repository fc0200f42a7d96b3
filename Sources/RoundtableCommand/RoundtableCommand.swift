import ArgumentParser
import Foundation
public import GameRules
import Games
import Postgres
import ProgramOutput
import Synchronization

// swift: with Examples/OwnGame/Sources/OwnGame/Nim.swift

/// The command `roundtable`. A program with games of its own calls ``main(games:)`` with them:
///
/// ```swift
/// import GameRules
/// import Games
/// import RoundtableCommand
///
/// @main
/// enum Main {
///     static func main() async {
///         await RoundtableCommand.main(games: .standard.adding([Nim()]))
///     }
/// }
/// ```
public enum RoundtableCommand {
    private static let library = Mutex(GameLibrary.standard)

    /// The games that the commands of this process know; set once, before any command runs.
    static var games: GameLibrary {
        get { library.withLock { $0 } }
        set { library.withLock { $0 = newValue } }
    }

    /// Runs the command that the process was started with, and ends the process if it fails.
    public static func main(games: GameLibrary) async {
        Self.games = games
        await Root.runProgram(
            explaining: Refusal.explaining, hiding: hideConnections, ending: PostgresConnection.endAll)
    }

    /// A message that quotes no connection string that came as an argument, although the parser quotes arguments that
    /// are in the wrong place.
    private static func hideConnections(in message: String) -> String {
        CommandLine.arguments.filter { $0.contains("://") || $0.contains("password=") }
            .flatMap { [$0, $0.hasPrefix("-") ? String($0.drop { $0 != "=" }.dropFirst()) : ""] }
            .filter { !$0.isEmpty }
            .reduce(message) { $0.replacing($1, with: "…") }
    }
}

struct Root: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roundtable",
        abstract: "The server for turn-based games in Messages group conversations.",
        discussion: """
            Example: roundtable serve --public-url https://games.example.org
            Example: roundtable doctor
            Example: roundtable session list --overdue --reason 'ticket 4711'
            """,
        version: Version.description,
        subcommands: [
            Serve.self, Migrate.self, Doctor.self, Backup.self, Restore.self,
            SessionCommand.self, PlayerCommand.self, OutboxCommand.self, GamesCommand.self,
            KeysCommand.self, StatsCommand.self, WatchCommand.self, AuditCommand.self, SeedCommand.self,
        ],
        defaultSubcommand: Serve.self)
}
