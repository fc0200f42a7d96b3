import Dispatch
import Foundation
import Logging
import Roundtable
import ServiceLifecycle
import Synchronization

/// Looks after rules at work from a thread of its own, which no rules can keep.
///
/// Those that use too much CPU time are logged, and what the watch's policy decides is suspended. Those that have used
/// as much as ``patience`` will never return: that is noted, so that the next process does not ask them again at once,
/// and this one ends, to be started anew with all its threads. What was acknowledged is stored.
final class RulesMonitor: Service {
    private static let interval: TimeInterval = 0.25
    /// The CPU time after which rules are taken for endless.
    static let patience = Duration.seconds(10)
    /// The longest that noting it may take, in seconds.
    private static let longestNote = 2.0
    /// The exit status of a program whose own code is at fault, by sysexits.h: `EX_SOFTWARE`.
    static let status: CInt = 70

    private let watch: RulesWatch
    private let patience: Duration
    private let logger: Logger
    private let note: @Sendable (RulesSubject) async -> Void
    private let hasEnded = Mutex(false)

    /// - Parameter note: keeps in mind that the rules of a session never returned.
    init(
        of watch: RulesWatch, patience: Duration, logger: Logger,
        note: @escaping @Sendable (RulesSubject) async -> Void
    ) {
        self.watch = watch
        self.patience = patience
        self.logger = logger
        self.note = note
    }

    func run() async throws {
        let thread = Thread { [self] in
            while !hasEnded.withLock({ $0 }) {
                look()
                Thread.sleep(forTimeInterval: Self.interval)
            }
        }
        thread.name = "rules monitor"
        thread.start()
        try? await gracefulShutdown()
        hasEnded.withLock { $0 = true }
    }

    private func look() {
        for run in watch.overdue() {
            let subject = run.subject
            logger.error(
                "a game's rules take too long",
                metadata: [
                    "game": "\(subject.game)", "session": "\(subject.session)", "cpu-time": "\(run.used)",
                    "suspended": "\(run.suspension.scope.name)",
                ])
            guard run.used > patience else { continue }
            logger.critical(
                "a game's rules never return: the process ends",
                metadata: ["game": "\(subject.game)", "session": "\(subject.session)"])
            noteInTime(subject)
            // NB: not exit, which takes away what threads still use.
            _exit(Self.status)
        }
    }

    // NB: not on the shared pool, all of whose threads the rules may have.
    private func noteInTime(_ subject: RulesSubject) {
        let noted = DispatchSemaphore(value: 0)
        Task(executorPreference: ThreadPerJob()) { [note] in
            await note(subject)
            noted.signal()
        }
        _ = noted.wait(timeout: .now() + Self.longestNote)
    }
}

private final class ThreadPerJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
