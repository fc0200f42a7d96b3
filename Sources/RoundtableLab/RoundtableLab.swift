import ArgumentParser
import ProgramOutput

/// The command `roundtable-lab`: plays on a service, measures it, and audits its games of chance.
@main
struct RoundtableLab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roundtable-lab",
        abstract: "Try a Roundtable service over HTTP: a demo, a playground, a simulation, load; audit its games.",
        discussion: """
            Example: roundtable-lab demo
            Example: roundtable-lab play --people 3
            Example: roundtable-lab simulate --seed 7 --seeds 1 --steps 500
            Example: roundtable-lab audit session.jsonl
            Example: roundtable-lab load duel --connections 64 --duration 30s --html report.html
            """,
        subcommands: [Demo.self, Play.self, Simulate.self, LoadCommand.self, Audit.self])

    static func main() async { await runProgram() }
}
