import Logging
import ServiceLifecycle
import Synchronization

/// Has `/readyz` say no as soon as the instance is told to stop, and some time before anything stops: balancers leave
/// it while it still serves. The last of the services, and so the first to stop.
final class StopNotice: Service {
    private let duration: Duration
    private let logger: Logger
    private let isGiven = Mutex(false)

    init(lasting duration: Duration, logger: Logger) {
        self.duration = duration
        self.logger = logger
    }

    /// The reason why the instance can't serve: that it is about to stop, or else the database's.
    func obstacle(orElse check: SharedCheck) async -> String? {
        isGiven.withLock { $0 } ? "The instance is about to stop." : await check.obstacle()
    }

    func run() async throws {
        // NB: an instance that is cancelled does not wait.
        try? await gracefulShutdown()
        isGiven.withLock { $0 = true }
        logger.info("the instance stops")
        try? await Task.sleep(for: duration)
    }
}
