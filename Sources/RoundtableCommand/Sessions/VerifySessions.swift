import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore

extension SessionCommand {
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rebuild sessions from their events and compare them with what is stored.",
            discussion: """
                Prints the sessions that differ, and how many it compared; fails if one differs. Players can play \
                meanwhile.

                Example: roundtable session verify --sample 1000
                """)

        @Option(help: ArgumentHelp("How many sessions to compare, chosen at random.", valueName: "number"))
        var sample = 1000

        @Flag(help: "Compare all sessions.")
        var all = false

        @OptionGroup var list: ListOptions
        @OptionGroup(title: "Database and keys") var settings: SettingsOptions

        func validate() throws {
            guard sample > 0 else { throw ValidationError("--sample is at least 1.") }
        }

        func run() async throws {
            let (limit, json) = (all ? Int.max : sample, list.json)
            try await Administration.run(settings) { administration in
                let stored = try await administration.store.countSessions()
                let round = VerificationRound(store: administration.store, total: min(limit, stored))
                let problems = try await round.run { problem in
                    try show(json ? problem.jsonLine : "\(problem.session)  \(problem.problem)")
                }
                note("Looked at \(round.total) of \(counted(stored, "session")): \(problems) differ from their events.")
                if problems > 0 { throw ExitCode.failure }
            }
        }
    }
}

/// A session that is not as its events made it.
struct SessionProblem: Encodable {
    let session: String
    let problem: String
}

/// A look at so many sessions, beginning somewhere by chance: session IDs are hashes, so that neighbours have nothing
/// in common.
struct VerificationRound {
    private static let batch = 200

    let store: PostgresStore
    let total: Int

    /// Looks at them, and says how many differ.
    func run(_ report: (SessionProblem) throws -> Void) async throws -> Int {
        let progress = ProgressBar("Verifying", of: total, "sessions")
        defer { progress.clear() }
        var (done, problems) = (0, 0)
        var last: SessionID? = SessionID(UUID())
        while done < total {
            let batch = try await store.verify(after: last, limit: min(Self.batch, total - done))
            // Behind the last session comes the first one; there is none if all have just been removed.
            guard !batch.isEmpty || last != nil else { break }
            last = batch.last?.session
            for verification in batch {
                guard let problem = verification.problem else { continue }
                progress.clear()
                try report(SessionProblem(session: verification.session.description, problem: problem))
                problems += 1
            }
            done += batch.count
            progress.show(done)
        }
        return problems
    }
}
