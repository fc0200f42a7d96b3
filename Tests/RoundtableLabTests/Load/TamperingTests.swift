import Foundation
import RoundtableJSON
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("A service that is not to be trusted", .database)
struct TamperingTests {
    /// A way to falsify a history.
    enum Falsification: CaseIterable, Sendable {
        case forgets, repeats, changes, swaps

        func apply(to events: inout [EventView]) {
            guard events.count > 2 else { return }
            switch self {
            case .forgets: events.removeLast()
            case .repeats: events.append(events[events.count - 1])
            case .changes: events[2].move = GameJSON(text: "9")
            case .swaps: events.swapAt(1, 2)
            }
        }
    }

    private static func play(
        tampering: @escaping Tampering, check: @Sendable (RunReport.Trial, RunReport.Verification) -> Void
    ) async throws {
        var scenario = Scenario.duel
        (scenario.sessions, scenario.people) = (2, 4)
        let load = Load(connections: 2, ramp: 0, warmUp: 0, duration: 3600, steps: 12)
        try await LiveService.run(tampering: tampering) { [scenario] target in
            try await LoadRun.with(scenario, of: target, connections: 2) { run in
                let trial = try await run.carry(load)
                check(trial, try await run.verify(2))
            }
        }
    }

    @Test("a history that forgets, repeats, changes or swaps a turn is a flaw", arguments: Falsification.allCases)
    func histories(falsification: Falsification) async throws {
        try await Self.play { path, body in
            guard path.hasSuffix("/events") else { return body }
            var list = try EventList(json: Array(body))
            falsification.apply(to: &list.events)
            return Data(list.json)
        } check: { trial, verification in
            #expect(trial.errors.isEmpty)
            #expect(!verification.flaws.isEmpty)
        }
    }

    @Test("a history that can't be read is a flaw, and what was wrong with the answer is said")
    func brokenHistories() async throws {
        try await Self.play { path, body in
            path.hasSuffix("/events") ? Data("{".utf8) : body
        } check: { _, verification in
            #expect(verification.flaws.allSatisfy { $0.contains("could not be read: wrong answer: ") })
            #expect(verification.flaws.count == verification.sessions && verification.events == 0)
        }
    }

    @Test("a turn that is said to have another revision is a wrong answer")
    func revisions() async throws {
        try await Self.play { path, body in
            guard path.hasSuffix("/turns") else { return body }
            var answer = try TurnAnswer(json: Array(body))
            answer.message.revision += 1
            return Data(answer.json)
        } check: { trial, _ in
            #expect(trial.errors.keys.contains("turn: wrong answer: revision of a turn"))
        }
    }
}
