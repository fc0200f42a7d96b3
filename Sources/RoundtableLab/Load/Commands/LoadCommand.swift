import ArgumentParser

/// `roundtable-lab load`.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Press a service over HTTP, measure it, and check what it answers.",
        subcommands: [RunCommand.self, ReportCommand.self, ScenariosCommand.self],
        defaultSubcommand: RunCommand.self)
}
