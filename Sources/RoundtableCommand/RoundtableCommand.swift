import ArgumentParser
public import GameRules
import Games
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
        do {
            var command = try Root.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try finishOutput()
        } catch {
            Root.exit(withError: Refusal.explaining(error))
        }
    }
}

struct Root: AsyncParsableCommand {
    /// The version of this program; raised with each release.
    private static let version = "1.0.0"

    static let configuration = CommandConfiguration(
        commandName: "roundtable",
        abstract: "The cloud half of turn-based games in Messages group conversations.",
        discussion: """
            Example: roundtable serve --public-url https://games.example.org
            Example: roundtable doctor
            Example: roundtable session list --overdue --reason 'ticket 4711'
            """,
        version: version,
        subcommands: [
            Serve.self, Migrate.self, Doctor.self, Backup.self, Restore.self,
            SessionCommand.self, PlayerCommand.self, GamesCommand.self,
            KeysCommand.self, StatsCommand.self, WatchCommand.self, AuditCommand.self, SeedCommand.self,
        ],
        defaultSubcommand: Serve.self)
}
