import ArgumentParser
import Foundation
import MessagesSimulator

/// Groups that play one after the other, each from a seed of its own.
struct RandomGroups {
    let service: URL
    /// Lets the time pass in which claims can be vetoed.
    let letTimePass: (@Sendable () async throws -> Void)?
    let seeds: [UInt64]
    let steps: Int

    /// Lets all of them play, and prints a line for each.
    ///
    /// - Throws: an exit code, once a violation is printed.
    func play(people: Int?, habits: Set<Habit>) async throws {
        for seed in seeds {
            let crowd = try await Crowd(
                seed: seed, people: people, habits: habits, service: service, letTimePass: letTimePass)
            let report = try await play(crowd, as: "Seed \(seed)")
            print("Seed \(seed): \(report)")
        }
    }

    /// Lets friends play in groups of some sizes, and counts how often they were called by name.
    func resolution(of sizes: [Int]) async throws -> ResolutionTable {
        var table = ResolutionTable()
        for people in sizes {
            for seed in seeds {
                let crowd = try await Crowd(seed: seed, people: people, habits: .friendly, service: service)
                table.add(try await play(crowd, as: "\(people) people, seed \(seed)"), people: people)
            }
        }
        return table
    }

    private func play(_ crowd: Crowd, as title: String) async throws -> Report {
        let progress = ProgressBar(title, of: steps, "steps")
        defer { progress.clear() }
        do {
            try await crowd.play(steps: steps) { progress.show($0) }
            try await crowd.settle()
        } catch let violation as Violation {
            progress.clear()
            print(violation)
            throw ExitCode.failure
        }
        return await crowd.report
    }
}
