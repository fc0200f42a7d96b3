import Configuration
import EmbeddedPostgres
import Foundation
import Logging
import Metrics
import Postgres
import RoundtableStore
import ServiceLifecycle
import SystemPackage

/// The database that an instance uses: one that exists, or one of its own.
struct Database {
    private let embedded: EmbeddedPostgres?
    private(set) var configuration: PostgresConfiguration
    let pool: PostgresPool

    /// The services that must run as long as the database is used.
    var services: [any Service] { embedded.map { [$0] } ?? [] }

    /// Connects to the configured database, or starts an embedded one and brings its schema up to date.
    ///
    /// - Parameter metrics: where its connections are measured; nil for nowhere.
    static func open(
        _ config: ConfigReader, logger: Logger, for use: DatabaseUse = .serving, metrics: (any MetricsFactory)? = nil
    ) async throws -> Database {
        let direct = use == .migrating ? config.string(forKey: "direct.database.url", isSecret: true) : nil
        if let url = direct ?? config.databaseURL {
            let configuration = try await PostgresConfiguration.configured(config, url: url, for: use)
            return Database(configuration, metrics: metrics, logger: logger)
        }
        let directory = directory(config)
        guard use.mayMakeDatabase || FileManager.default.fileExists(atPath: directory.appending("postgres").string)
        else {
            throw Refusal("There is no database in \(directory): --database-url or --data says where it is.")
        }
        let embedded = try await EmbeddedPostgres.start(in: directory, logger: logger)
        do {
            let configuration = try await PostgresConfiguration.configured(
                config, url: embedded.connectionURL, for: use)
            let database = Database(configuration, embedded: embedded, metrics: metrics, logger: logger)
            if use.migrates { _ = try await PostgresMigrator(PostgresStore.migrations).up(on: database.pool) }
            return database
        } catch {
            await embedded.stop()
            throw error
        }
    }

    /// Connects to the configured database, or to the embedded one that an instance runs; starts that if none does.
    ///
    /// - Throws: `Refusal`, if it can't be reached now.
    static func attach(_ config: ConfigReader, logger: Logger, for use: DatabaseUse) async throws -> Database {
        guard config.databaseURL == nil,
            let url = EmbeddedPostgres.connectionURL(ofServerRunningIn: directory(config))
        else {
            let database = try await open(config, logger: logger, for: use)
            if database.embedded == nil { try await check(database.configuration) }
            return database
        }
        let configuration = try await PostgresConfiguration.configured(config, url: url, for: use)
        try await check(configuration)
        return Database(configuration, logger: logger)
    }

    /// Connects once: a wrong name, password or certificate is as wrong the next time.
    private static func check(_ configuration: PostgresConfiguration) async throws {
        do {
            try await PostgresConnection.open(configuration).close()
        } catch {
            throw Refusal("The database can't be reached: \(error.explanation)")
        }
    }

    /// The reason why it can't serve; nil for none.
    func obstacle() async -> String? {
        await Readiness(pool: pool, isDistributed: configuration.isDistributed).obstacle()
    }

    /// Does something with it, then closes the connections and ends the embedded server.
    func use<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
        do {
            let value = try await body(self)
            await close()
            return value
        } catch {
            await close()
            throw error
        }
    }

    private func close() async {
        await pool.close()
        await embedded?.stop()
    }

    /// The data directory: where the embedded server and the keys are.
    static func directory(_ config: ConfigReader) -> FilePath {
        let usual = getuid() == 0 ? "/var/lib/roundtable" : NSHomeDirectory() + "/.local/share/roundtable"
        return FilePath(config.string(forKey: "data") ?? usual)
    }

    init(
        _ configuration: PostgresConfiguration, embedded: EmbeddedPostgres? = nil, metrics: (any MetricsFactory)? = nil,
        logger: Logger
    ) {
        self.embedded = embedded
        self.configuration = configuration
        if let metrics { self.configuration.metricsFactory = metrics }
        pool = PostgresPool(configuration: self.configuration, logger: logger)
    }
}

enum DatabaseUse {
    /// To serve: an embedded one is made, and its schema brought up to date.
    case serving
    /// To run an operator's command on it as it would serve, however long that takes.
    case administering
    case inspecting
    case migrating

    fileprivate var mayMakeDatabase: Bool { self == .serving || self == .migrating }
    fileprivate var migrates: Bool { self == .serving || self == .administering }
}

extension PostgresConfiguration {
    /// The configuration of a database's connections, with what is to be known of it before it is used.
    ///
    /// To serve, each statement is planned once, because everything that an instance executes again and again goes by
    /// keys.
    static func configured(
        _ config: ConfigReader, url: String, for use: DatabaseUse
    ) async throws -> PostgresConfiguration {
        var configuration = try reaching(config, url: url, for: use)
        configuration.isDistributed = await Distribution.isPresent(by: configuration)
        if use == .serving {
            configuration.planOnce()
            configuration.limitLocks(to: .milliseconds(50), idleInTransaction: .seconds(10))
        } else {
            configuration.limitLocks(to: .seconds(5))
        }
        return configuration
    }

    static func reaching(_ config: ConfigReader, url: String, for use: DatabaseUse) throws -> PostgresConfiguration {
        var configuration = try PostgresConfiguration(url: url)
        if use == .serving {
            configuration.statementTimeout = .milliseconds(1500)
            configuration.cancelGrace = .milliseconds(500)
        } else {
            configuration.statementTimeout = .seconds(600)
        }
        configuration.applicationName = use == .migrating ? "roundtable migrate" : "roundtable"
        configuration.preparedStatements = !config.bool(forKey: "no.prepared.statements", default: false)
        return configuration
    }
}
