import ArgumentParser
import GameRules
import Roundtable

/// `roundtable session`: what operators do with sessions.
struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Help the people of a session.", subcommands: [Aliases.self, Rebind.self])
}

extension SessionID: ExpressibleByArgument {
    /// Reads an ID as the API writes it.
    public init?(argument: String) { self.init(argument) }
}

extension PlayerID: ExpressibleByArgument {
    /// Reads an ID as the API writes it.
    public init?(argument: String) { self.init(argument) }
}
