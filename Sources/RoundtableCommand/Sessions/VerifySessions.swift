import ArgumentParser
import Foundation
import ProgramOutput
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
            try await Administration.run(settings) { administration in
                let stored = try await administration.store.countSessions()
                let total = all ? stored : min(sample, stored)
                let problems = try await administration.store.verify(total) { session, problem in
                    let facts: Facts = ["session": session.description, "problem": problem]
                    try Output.print(list.json ? facts.jsonLine : "\(session)  \(problem)")
                }
                Output.note(
                    "Looked at \(total) of \(counted(stored, "session")): \(problems) differ from their events.")
                if problems > 0 { throw ExitCode.failure }
            }
        }
    }
}

extension PostgresStore {
    private static let batch = 200

    /// Looks at so many sessions, beginning somewhere by chance: session IDs are hashes, so that neighbours have
    /// nothing in common.
    ///
    /// - Returns: the number of sessions that differ; each was reported with its problem.
    fileprivate func verify(_ total: Int, _ report: (SessionID, String) throws -> Void) async throws -> Int {
        let progress = ProgressBar("Verifying", of: total, "sessions")
        defer { progress.clear() }
        var (done, problems) = (0, 0)
        var last: SessionID? = SessionID(UUID())
        while done < total {
            let batch = try await verify(after: last, limit: min(Self.batch, total - done))
            // Behind the last session comes the first one; there is none if all have just been removed.
            guard !batch.isEmpty || last != nil else { break }
            last = batch.last?.session
            for verification in batch {
                guard let problem = verification.problem else { continue }
                progress.clear()
                try report(verification.session, problem)
                problems += 1
            }
            done += batch.count
            progress.show(done)
        }
        return problems
    }
}
