import ArgumentParser
import Foundation
import MessagesSimulator
import ProgramOutput

struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let random groups play, and check every name on every device after every step.",
        discussion: """
            Messages is simulated, with liars and attackers among the people; the apps' client, HTTP, the service and \
            PostgreSQL are real. The simulation ends at the first violation, and shows its seed and last steps.
            Example: roundtable-lab simulate --seed 7 --seeds 1 --steps 500
            """)

    @Option(help: ArgumentHelp("The seed of the first group.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("How many groups play, with this seed and those after it.", valueName: "number"))
    var seeds = 20

    @Option(help: ArgumentHelp("How many steps each group takes.", valueName: "number"))
    var steps = 2000

    @Option(
        help: ArgumentHelp("How many people a group has, 2 to 8; by default its seed decides.", valueName: "number"))
    var people: Int?

    @Option(help: ArgumentHelp("The only game to play; by default, all games.", valueName: "name"))
    var game: String?

    @Option(
        help: ArgumentHelp(
            "A service to play on, without a rate limit; by default, the simulation starts one.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            """
            How long players can veto a claim on the service at --url; the simulation waits that long. Without this \
            option it does not wait.
            """, valueName: "seconds"))
    var reclaimSeconds: Int?

    @Option(
        help: ArgumentHelp(
            "A habit that people leave out, to test whether it matters; may be repeated.", valueName: "habit"))
    var without: [Habit] = []

    @Flag(
        help: """
            Check claims only for harm (a seat stolen, lost or held twice, an honest claim pushed out), for a service \
            with other rules for claims.
            """)
    var onlyHarm = false

    @Flag(help: "Instead, let friends play in groups of each size, and report how fast names resolve.")
    var report = false

    func validate() throws {
        guard seeds > 0, steps > 0 else { throw ValidationError("Seeds and steps are at least 1.") }
        guard people.map((2...8).contains) ?? true else { throw ValidationError("A group has 2 to 8 people.") }
        guard reclaimSeconds.map({ $0 > 0 && url != nil }) ?? true else {
            throw ValidationError("--reclaim-seconds is at least 1, and goes with --url.")
        }
        guard url.map({ URL(string: $0)?.host() != nil }) ?? true else { throw ValidationError("This is no URL.") }
    }

    func run() async throws {
        if let url = url.flatMap(URL.init) { return try await simulate(on: url, reclaimSeconds) }
        try await LocalService.run(flags: LocalService.unlimited) { url in
            try await simulate(on: url, LocalService.reclaimSeconds)
        }
    }

    /// The time that claims wait for witnesses, as a multiple of the time for a veto (docs/who-is-who.md).
    private static let patience = 7

    /// Lets the groups play, one after the other, each from a seed of its own.
    ///
    /// - Parameter vetoSeconds: the time for a veto of claims there; nil if that time can't pass.
    private func simulate(on service: URL, _ vetoSeconds: Int?) async throws {
        if report { return try Output.print(await resolution(on: service).markdown) }
        // Until claims are due, and a little longer: an instance looks for them every second.
        let letTimePass = vetoSeconds.map { seconds in
            { @Sendable () async throws -> Void in try await Task.sleep(for: .seconds(seconds + 2)) }
        }
        for seed in allSeeds {
            let crowd = try await Crowd(
                seed: seed, people: people, habits: .everything.subtracting(without), playing: game, service: service,
                letTimePass: letTimePass, isWaiting: true,
                claimsLast: vetoSeconds.map { .seconds(Self.patience * $0) }, judgesClaims: !onlyHarm)
            try Output.print("Seed \(seed): \(await play(crowd, as: "Seed \(seed)"))")
        }
    }

    private var allSeeds: [UInt64] { (0..<seeds).map { seed &+ UInt64($0) } }

    /// Lets friends play in groups of each size, and counts how often they were called by name.
    private func resolution(on service: URL) async throws -> ResolutionTable {
        var table = ResolutionTable()
        for people in people.map({ [$0] }) ?? Array(2...8) {
            for seed in allSeeds {
                let crowd = try await Crowd(
                    seed: seed, people: people, habits: .friendly, playing: game, service: service)
                table.add(try await play(crowd, as: "\(people) people, seed \(seed)"), people: people)
            }
        }
        return table
    }

    /// - Throws: an exit code, once a violation is printed.
    private func play(_ crowd: Crowd, as title: String) async throws -> Report {
        let progress = ProgressMeter("steps of \(title)", of: steps, on: .terminal)
        defer { ProgressLine.terminal.clear() }
        do {
            try await crowd.play(steps: steps) { progress.advance(to: $0) }
            try await crowd.settle()
        } catch let violation as Violation {
            ProgressLine.terminal.clear()
            try Output.print(violation.description)
            throw ExitCode.failure
        }
        return await crowd.report
    }
}

extension Habit: ExpressibleByArgument {}

/// The speed at which names resolve, by the size of the group and the messages that a game has had.
struct ResolutionTable {
    private static let columns: [ClosedRange<Int>] = [1...1, 2...2, 3...3, 4...4, 5...6, 7...8, 9...12, 13...16]
    private var mentions: [Int: NameShares] = [:]
    private var seats: [Int: NameShares] = [:]

    mutating func add(_ report: Report, people: Int) {
        mentions[people, default: NameShares()].add(report.mentions)
        seats[people, default: NameShares()].add(report.seats)
    }

    /// Two tables: of the mentions that stand in messages, and of those that each device could make.
    var markdown: String {
        """
        Mentions in messages that everybody reads as a name of their own contacts, after that many messages of a game:

        \(rows(mentions))

        Seats of others that a device could call by such a name, over all devices that have opened the game:

        \(rows(seats))
        """
    }

    private func rows(_ shares: [Int: NameShares]) -> String {
        let titles = Self.columns.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        let head = [["People"] + titles, ["--:"] + titles.map { _ in "--:" }]
        let body = shares.sorted { $0.key < $1.key }.map { people, shares in
            ["\(people)"] + Self.columns.map { shares.share($0).map { "\(Int(($0 * 100).rounded())) %" } ?? "" }
        }
        return (head + body).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
