import Logging
import ServiceLifecycle

/// A service that has only so long to finish what is under way when it shall stop; then it is cancelled.
struct LimitedService<Limited: Service>: Service {
    let service: Limited
    let limit: Duration
    let logger: Logger

    func run() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await service.run()
                return true
            }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: limit)
                return false
            }
            let hasEnded = try await group.next() ?? true
            group.cancelAll()
            guard !hasEnded else { return }
            logger.warning(
                "requests under way are given up", metadata: ["seconds": .stringConvertible(limit.components.seconds)])
            // NB: whatever it throws now, it was told to end.
            _ = await group.nextResult()
        }
    }
}
