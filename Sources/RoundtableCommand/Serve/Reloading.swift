import Configuration
import Logging
import Roundtable
import ServiceLifecycle
import UnixSignals

/// Takes in the keys, the webhook's secrets and the log level anew at each SIGHUP; what can't be read leaves everything
/// as it is.
struct Reloading: Service {
    let service: RoundtableService
    /// Delivers what is told outside; nil if nobody listens.
    let dispatch: NoticeDispatch?
    let logger: Logger
    let settings: @Sendable () async throws -> ConfigReader

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                try await reload()
            } catch {
                logger.error("the settings can't be reloaded", metadata: ["reason": "\(error)"])
            }
        }
    }

    private func reload() async throws {
        let config = try await settings()
        let level = try Logger.configuredLevel(config)
        let delivery = try DeliverySettings(config)
        service.use(try SigningKeys.configured(config))
        dispatch?.use(delivery)
        // NB: all copies of a logger share their level.
        var logger = logger
        logger.logLevel = level
        logger.notice("keys, secrets and log level were reloaded", metadata: ["logLevel": "\(level)"])
    }
}
