import Logging
import ServiceLifecycle

/// Does something now and then until the instance stops; a failure is logged and the next round tries again. What the
/// stop breaks off has not failed.
struct Periodically: Service {
    /// The name of the task, for the log.
    let task: String
    let interval: Duration
    let logger: Logger
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: interval)
                do {
                    try await work()
                } catch {
                    guard !Task.isCancelled else { return }
                    logger.warning("a periodic task failed", metadata: ["task": "\(task)", "reason": "\(error)"])
                }
            }
        }
    }
}
