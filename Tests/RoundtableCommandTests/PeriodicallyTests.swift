import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import RoundtableCommand

@Suite("Periodic work", .timeLimit(.minutes(5)))
struct PeriodicallyTests {
    private struct Failure: Error {}

    @Test("that fails is logged and done again; what the stop breaks off is not logged")
    func failures() async {
        let log = InMemoryLogHandler()
        let rounds = Mutex(0)
        let (broken, breaking) = AsyncStream<Never>.makeStream()
        let (begun, beginning) = AsyncStream<Never>.makeStream()
        let logger = Logger(label: "tests") { _ in log }
        let work = Periodically(task: "deadlines", interval: .milliseconds(1), logger: logger) {
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            guard round > 2 else { throw Failure() }
            beginning.finish()
            for await _ in broken {}
            throw Failure()
        }
        let task = Task { try await work.run() }
        for await _ in begun {}
        task.cancel()
        _ = await task.result
        breaking.finish()
        #expect(log.entries.map(\.message) == ["a periodic task failed", "a periodic task failed"])
        #expect(log.entries.allSatisfy { $0.metadata["task"] == "deadlines" })
    }
}
