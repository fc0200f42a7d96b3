import NIOCore
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("The load tester against the service", .database)
struct LoadRunTests {
    /// A small scenario like a big one.
    private static func small(_ scenario: Scenario, sessions: Int) -> Scenario {
        var scenario = scenario
        scenario.sessions = min(sessions, scenario.sessions)
        scenario.people = 4
        scenario.polls = min(scenario.polls, 2)
        scenario.streams = min(scenario.streams, 2)
        return scenario
    }

    /// Takes as many steps, however long that lasts.
    private static func steps(_ count: Int, connections: Int = 4, rate: Double? = nil) -> Load {
        Load(rate: rate, connections: connections, ramp: 0, warmUp: 0, duration: 3600, steps: count)
    }

    @Test(
        "every step of every scenario is answered, and every history holds what was acknowledged",
        arguments: Scenario.builtIn)
    func scenarios(scenario: Scenario) async throws {
        try await LiveService.run { target in
            try await LoadRun.with(Self.small(scenario, sessions: 4), of: target, connections: 4) { run in
                let trial = try await run.carry(Self.steps(200))
                #expect(trial.errors.isEmpty)
                #expect(trial.steps.count >= 200)
                let verification = try await run.verify(10)
                #expect(verification.flaws.isEmpty)
                #expect(verification.events > verification.sessions)
            }
        }
    }

    @Test("games that end are followed by others, and the finished ones are checked, too")
    func renewal() async throws {
        try await LiveService.run { target in
            try await LoadRun.with(Self.small(.duel, sessions: 2), of: target, connections: 2) { run in
                let trial = try await run.carry(Self.steps(100, connections: 2))
                #expect(trial.operations[.turn]?.count == 100)
                // NB: one of two games at least; the other may be slower, and not be over yet.
                let begun = trial.operations[.begin]?.count ?? 0
                #expect((1...2).contains(begun))
                let verification = try await run.verify(10)
                #expect(verification.sessions == 2 + begun)
                #expect(verification.events == 100 + verification.sessions)
                #expect(verification.flaws.isEmpty)
            }
        }
    }

    @Test("a session is played only after everybody has opened its message")
    func refusedOpening() async throws {
        let openings = Tally()
        try await LiveService.run(refusing: { $0.hasSuffix("/open") && openings.add() == 1 }) { target in
            try await LoadRun.with(Self.small(.duel, sessions: 2), of: target, connections: 2) { run in
                let trial = try await run.carry(Self.steps(20, connections: 2))
                #expect(trial.errors.isEmpty)
                #expect(trial.operations[.turn]?.count == 20)
            }
        }
        #expect(openings.count > 1)
    }

    @Test("steps at a rate, over several threads, are all taken")
    func openLoop() async throws {
        try await LiveService.run { target in
            try await LoadRun.with(Self.small(.duel, sessions: 8), of: target, connections: 4, threads: 2) { run in
                let trial = try await run.carry(Self.steps(100, rate: 2000))
                #expect(trial.steps.count == 100)
                #expect(trial.errors.isEmpty)
            }
        }
    }

    @Test("a service that is away is an error that says so")
    func away() async throws {
        let target = try Target("http://127.0.0.1:9")
        let error = await #expect(throws: LabError.self) {
            try await LoadRun.with(Self.small(.duel, sessions: 2), of: target, connections: 2) { _ in }
        }
        #expect(error?.description.contains("connection refused") == true)
    }
}
