import ArgumentParser

struct ScenariosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "Print the built-in scenarios, as a start for your own file.")

    @Argument(help: "The scenario to print; all by default.")
    var name: String?

    func run() throws {
        let chosen = try name.map { [try Scenario.named($0)] } ?? Scenario.builtIn
        print(chosen.map(\.yaml).joined(separator: "\n---\n"))
    }
}
