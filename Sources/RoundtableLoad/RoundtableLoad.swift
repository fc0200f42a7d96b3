package import ArgumentParser

/// The command `roundtable-load`: presses a Roundtable service over HTTP, and checks what it answers.
package struct RoundtableLoad: AsyncParsableCommand {
    /// Its name, its subcommands, and what they are good for.
    package static let configuration = CommandConfiguration(
        commandName: "roundtable-load",
        abstract: "Presses a Roundtable service over HTTP, and checks what it answers.",
        subcommands: [RunCommand.self, ReportCommand.self, ScenariosCommand.self, SeedCommand.self],
        defaultSubcommand: RunCommand.self)

    /// Made by the parser.
    package init() {}
}
