import ArgumentParser

struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Put load on a service over HTTP, measure it, and check its answers.",
        subcommands: [RunCommand.self, ReportCommand.self, ScenariosCommand.self],
        defaultSubcommand: RunCommand.self)
}
