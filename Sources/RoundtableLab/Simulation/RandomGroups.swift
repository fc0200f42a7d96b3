import ArgumentParser
import Foundation
import MessagesSimulator

/// Groups that play one after the other, each from a seed of its own.
struct RandomGroups {
    /// The time that claims wait for witnesses, as a multiple of the time for a veto (docs/who-is-who.md).
    private static let patience = 7

    let service: URL
    /// The time for a veto of claims there; nil if that time can't pass.
    let reclaimSeconds: Int?
    /// Whether claims must come to what the rules make of them.
    let judgesClaims: Bool
    let seeds: [UInt64]
    let steps: Int
    /// The name of the game that they play; nil for any.
    let game: String?

    /// Lets all of them play, and prints a line for each.
    ///
    /// - Throws: an exit code, once a violation is printed.
    func play(people: Int?, habits: Set<Habit>) async throws {
        for seed in seeds {
            let crowd = try await Crowd(
                seed: seed, people: people, habits: habits, playing: game, service: service, letTimePass: letTimePass,
                isWaiting: true,
                claimsLast: reclaimSeconds.map { .seconds(Self.patience * $0) }, judgesClaims: judgesClaims)
            let report = try await play(crowd, as: "Seed \(seed)")
            print("Seed \(seed): \(report)")
        }
    }

    /// Lets friends play in groups of some sizes, and counts how often they were called by name.
    func resolution(of sizes: [Int]) async throws -> ResolutionTable {
        var table = ResolutionTable()
        for people in sizes {
            for seed in seeds {
                let crowd = try await Crowd(
                    seed: seed, people: people, habits: .friendly, playing: game, service: service)
                table.add(try await play(crowd, as: "\(people) people, seed \(seed)"), people: people)
            }
        }
        return table
    }

    /// Waits until claims are due, and a little longer: an instance looks for them every second.
    private var letTimePass: (@Sendable () async throws -> Void)? {
        guard let seconds = reclaimSeconds else { return nil }
        return { try await Task.sleep(for: .seconds(seconds + 2)) }
    }

    private func play(_ crowd: Crowd, as title: String) async throws -> Report {
        let progress = ProgressMeter("steps of \(title)", of: steps, on: .terminal)
        defer { progress.clear() }
        do {
            try await crowd.play(steps: steps) { progress.advance(to: $0) }
            try await crowd.settle()
        } catch let violation as Violation {
            progress.clear()
            print(violation)
            throw ExitCode.failure
        }
        return await crowd.report
    }
}
