import ArgumentParser
public import GameRules
import Synchronization

/// The command `roundtable`. A program with games of its own calls ``main(games:)`` with them:
///
/// ```swift
/// import GameRules
/// import RoundtableCommand
///
/// @main
/// enum Main {
///     static func main() async {
///         await RoundtableCommand.main(games: .standard.adding([Backgammon()]))
///     }
/// }
/// ```
public enum RoundtableCommand {
    /// The games that the commands of this process know; set once, before any command runs.
    private static let library = Mutex(GameLibrary.standard)

    static var games: GameLibrary { library.withLock { $0 } }

    /// Runs the command that the process was started with, and ends the process if it fails.
    public static func main(games: GameLibrary) async {
        library.withLock { $0 = games }
        await Root.main()
    }
}

struct Root: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roundtable",
        abstract: "The cloud half of turn-based games in Messages group conversations.",
        subcommands: [
            Serve.self, Demo.self, Simulate.self, Migrate.self, Doctor.self, Backup.self, Restore.self,
            SessionCommand.self, PlayerCommand.self,
            KeysCommand.self, StatsCommand.self, AuditCommand.self,
        ],
        defaultSubcommand: Serve.self)
}
