import Configuration
import Foundation
import Logging
import Postgres
import Roundtable
import RoundtableMetrics
import ServiceLifecycle
import UnixSignals

/// One running instance of the service, with everything it needs, in the order of starting.
struct Instance {
    private let group: ServiceGroup

    /// Opens the database and puts the parts together.
    ///
    /// - Parameters:
    ///   - reload: reads the settings anew, at a SIGHUP; nil to pay no heed to any.
    ///   - rulesPatience: the CPU time after which rules are taken for endless; another one is for tests.
    ///   - onServerRunning: called with the port once requests are answered.
    ///   - now: tells the time; nil for the database's.
    init(
        _ config: ConfigReader, reloading reload: (@Sendable () async throws -> ConfigReader)? = nil, logger: Logger,
        rulesPatience: Duration = RulesMonitor.patience,
        onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in },
        now: (@Sendable () -> Date)? = nil
    ) async throws {
        let settings = try ServeSettings(config)
        let watching = try WatchingSettings(config)
        let delivery = try DeliverySettings(config)
        let registry = watching.metricsPort.map { _ in PrometheusRegistry.ofInstance() }
        var database = try await Database.open(config, logger: logger)
        if let registry { database = await database.measured(by: registry, logger: logger) }
        do {
            let parts = InstanceParts(
                config: config, settings: settings, watching: watching, delivery: delivery, database: database,
                registry: registry, rulesPatience: rulesPatience, logger: logger)
            let services = try await parts.assemble(now: now, reloading: reload, onServerRunning)
            var configuration = ServiceGroupConfiguration(
                services: services.map(ServiceGroupConfiguration.ServiceConfiguration.init(named:)),
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            // What hasn't ended long after the last request was given up never will.
            configuration.maximumGracefulShutdownDuration = .seconds(
                watching.noticeSeconds + watching.shutdownSeconds + 10)
            group = ServiceGroup(configuration: configuration)
        } catch {
            await database.close()
            throw error
        }
    }

    /// Runs until SIGTERM, SIGINT or ``stop()``.
    func run() async throws { try await group.run() }

    func stop() async { await group.triggerGracefulShutdown() }
}

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// A service that logs call by its type. Otherwise they spell out all that it refers to, its settings included.
    init(named service: any Service) { self.init(service: service, serviceName: "\(type(of: service))") }
}
