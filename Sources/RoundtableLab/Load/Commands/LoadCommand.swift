import ArgumentParser
import Foundation
import ProgramOutput

struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Put load on a service over HTTP, measure it, and check its answers.",
        subcommands: [RunCommand.self, ReportCommand.self, ScenariosCommand.self],
        defaultSubcommand: RunCommand.self)
}

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Draw one run, or several side by side, from their JSON.",
        discussion: "Example: roundtable-lab load report before.json after.json --html comparison.html")

    @Argument(help: "Results that were written with --json.")
    var files: [String]

    @Option(help: ArgumentHelp("Where to write the page; without it the figures are printed.", valueName: "path"))
    var html: String?

    func run() throws {
        let reports = try files.map { try RunReport(contentsOf: $0) }
        guard let html else { return try Output.print(reports.map(\.text).joined(separator: "\n\n")) }
        try DurableFile.replace(html, with: Data(HTMLReport(reports).html.utf8), mode: 0o644)
    }
}

struct ScenariosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "Print the built-in scenarios, as a start for your own file.")

    @Argument(help: "The scenario to print; all by default.")
    var name: String?

    func run() throws {
        let chosen = try name.map { [try Scenario.named($0)] } ?? Scenario.builtIn
        try Output.print(chosen.map(\.yaml).joined(separator: "\n---\n"))
    }
}
