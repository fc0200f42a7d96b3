import ArgumentParser
import Foundation
import ProgramOutput

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Play a scenario against a service and measure it.",
        discussion: """
            Start the service with --rate-limit off, which turns off the quotas, too. Without --rate, every player \
            waits for each answer before the next step (closed loop). With --rate, steps begin at that rate even if \
            earlier steps are unfinished, and latency counts from the scheduled start (open loop). Ends with status 1 \
            if an answer or a history is wrong, or a budget is exceeded.

            Example: roundtable-lab load run duel --connections 64 --duration 30s --html report.html
            """)

    @Argument(help: "A scenario: duel, group, live, hot, mixed, or the path of a file.")
    var scenario = "duel"

    @Option(help: ArgumentHelp("The service's URL.", valueName: "url"))
    var url = "http://127.0.0.1:8080"

    @Flag(help: "Send X-Forwarded-For with a separate address for each player; the service must trust this machine.")
    var forwarded = false

    @OptionGroup(title: "Load")
    var load: LoadOptions

    @OptionGroup(title: "Results")
    var results: ResultOptions

    func validate() throws { _ = try load.load }

    func run() async throws {
        let target = try Target(url, isForwarding: forwarded)
        let budgets = try results.budgets
        var scenario = try Scenario.named(scenario)
        if let sessions = load.sessions { scenario.sessions = sessions }
        let began = Date()
        let (chosen, load, sample) = (scenario, try load.load, results.sample)
        let limit = try self.load.limitInMilliseconds
        let report = try await LoadRun.with(
            chosen, of: target, connections: load.connections, threads: self.load.threads, seed: load.seed,
            watching: results.watch, progress: .terminal
        ) { run in
            let (trial, search) =
                if let limit { try await run.findLimit(load, p99: limit) } else { (try await run.carry(load), nil) }
            return RunReport(
                title: results.title ?? chosen.name, scenario: chosen, target: url, startedAt: began, trial: trial,
                search: search, verification: try await run.verify(sample),
                verdicts: budgets.map { $0.verdict(on: trial) })
        }
        try results.write(report)
        if !report.isGood { throw ExitCode.failure }
    }
}

struct LoadOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How many players act at the same time, each on a connection.", valueName: "number"))
    var connections = 64

    @Option(help: ArgumentHelp("How many steps begin in a second.", valueName: "number"))
    var rate: Double?

    @Option(help: ArgumentHelp("How long the load takes to grow to its full size.", valueName: "duration"))
    var ramp = "1s"

    @Option(help: ArgumentHelp("How long the full load runs before the measurement begins.", valueName: "duration"))
    var warmUp = "3s"

    @Option(help: ArgumentHelp("How long to measure.", valueName: "duration"))
    var duration = "30s"

    @Option(help: ArgumentHelp("The seed of the random choices.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("How many sessions there are, instead of the scenario's number.", valueName: "number"))
    var sessions: Int?

    @Option(help: ArgumentHelp("How many threads the load tester uses for the players.", valueName: "number"))
    var threads = 1

    @Flag(help: "Search for the highest rate at which p99 stays within --p99; begin with --rate.")
    var findLimit = false

    @Option(help: ArgumentHelp("The highest p99 latency that --find-limit accepts.", valueName: "duration"))
    var p99 = "25ms"

    var load: Load {
        get throws {
            guard let ramp = ramp.seconds, let warmUp = warmUp.seconds, let duration = duration.seconds, ramp >= 0,
                warmUp >= 0, duration > 0
            else { throw ValidationError("A duration is a number and a unit, like 500ms, 30s or 5m.") }
            guard connections > 0, threads > 0, rate ?? 1 > 0, sessions ?? 1 > 0 else {
                throw ValidationError("Connections, threads, sessions and rate are above 0.")
            }
            return Load(
                rate: rate, connections: connections, ramp: ramp, warmUp: warmUp, duration: duration, seed: seed)
        }
    }

    var limitInMilliseconds: Double? {
        get throws {
            guard findLimit else { return nil }
            guard let limit = p99.milliseconds else { throw ValidationError("--p99 is a duration, like 25ms.") }
            return limit
        }
    }
}

struct ResultOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The name of the run in comparisons.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp("A file of budgets, with lines like p99: 25ms, rate: 2000, errors: 0.", valueName: "path"))
    var budget: String?

    @Option(help: ArgumentHelp("Where to write the results as JSON.", valueName: "path"))
    var json: String?

    @Option(help: ArgumentHelp("Where to write the results as a page.", valueName: "path"))
    var html: String?

    @Option(
        help: ArgumentHelp(
            "A process on this machine, like service=1234, whose usage is reported beside the run.",
            valueName: "name=pid"),
        transform: { text in
            let parts = text.split(separator: "=")
            guard parts.count == 2, let id = Int(parts[1]) else { throw ValidationError("\(text) is not NAME=NUMBER.") }
            return WatchedProcess(name: String(parts[0]), id: id)
        })
    var watch: [WatchedProcess] = []

    @Option(help: ArgumentHelp("How many sessions to read again and check.", valueName: "number"))
    var sample = 100

    var budgets: [Budget] {
        get throws {
            guard let budget else { return [] }
            return try Budget.all(yaml: String(contentsOfFile: budget, encoding: .utf8))
        }
    }

    func write(_ report: RunReport) throws {
        try Output.print(report.text)
        if let json { try DurableFile.replace(json, with: report.json, mode: 0o644) }
        if let html { try DurableFile.replace(html, with: Data(HTMLReport([report]).html.utf8), mode: 0o644) }
    }
}
