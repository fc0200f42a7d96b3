import Foundation
package import Logging
import ServiceLifecycle
package import SystemPackage

// swift: importing Logging SystemPackage in (logger: Logger) async throws

/// A PostgreSQL server of our own, in a directory of our own, that lives no longer than this process.
///
/// ```swift
/// let server = try await EmbeddedPostgres.start(in: "/var/lib/roundtable", logger: logger)
/// // … connect to server.connectionURL …
/// await server.stop()
/// ```
/// It listens on a Unix socket only, as the user of this process, or as `postgres` if that is root, and lets nobody in
/// but that user and root. Commits are durable.
package final class EmbeddedPostgres: Sendable {
    package enum StopMode: Sendable {
        /// Open transactions are rolled back, a checkpoint is written: the next start is quick.
        case fast
        /// At once; the next start recovers from the log. Nothing that was committed is lost.
        case immediate

        fileprivate var signal: CInt { self == .fast ? SIGINT : SIGQUIT }
    }

    /// The URL of the database, for libpq and what is built on it.
    package let connectionURL: String
    package var socketDirectory: FilePath { socket.path }
    package var logFile: FilePath { log.path }
    package var processIdentifier: Int32 { process.identifier }

    private let process: ServerProcess
    private let socket: SocketDirectory
    private let log: ServerLog
    private let logger: Logger

    private init(process: ServerProcess, socket: SocketDirectory, log: ServerLog, logger: Logger) {
        self.process = process
        self.log = log
        self.logger = logger
        self.socket = socket
        connectionURL = Self.url(socket.path)
    }

    /// Starts the server of a data directory, which is made at first use together with its database.
    ///
    /// It returns when clients can connect. Recovery after a crash takes as long as it takes.
    /// - Parameter settings: parameters of `postgresql.conf`; those that keep the server private cannot be changed.
    package static func start(
        in dataDirectory: FilePath, settings: [String: String] = [:],
        searchPath: PostgresSearchPath = .standard, logger: Logger
    ) async throws(EmbeddedPostgresError) -> EmbeddedPostgres {
        let user = try ServerUser.current()
        let directory = try await DataDirectory.prepare(dataDirectory, for: user)
        let lock = try DirectoryLock(in: directory.path)
        let cluster = directory.cluster
        let installation = try await Installation.choose(for: cluster, in: searchPath, user: user)
        if try cluster.version() == nil {
            logger.info("making a database", metadata: ["path": "\(cluster.directory)"])
            try await cluster.create(with: installation, user: user, logger: logger)
        }
        try await Leftovers(cluster: cluster, logger: logger).clear()
        try cluster.writeAuthentication(for: user)
        let socket = try SocketDirectory.prepare(in: directory)
        let (log, descriptor) = try ServerLog.open(directory.logFile)
        let command = Command(
            path: installation.postgres, arguments: arguments(cluster: cluster, socket: socket, settings: settings))
        let process = try await ServerProcess.launch(command, as: user, log: descriptor, lock: lock)
        let server = EmbeddedPostgres(process: process, socket: socket, log: log, logger: logger)
        try await server.waitUntilReady(cluster)
        return server
    }

    /// Where clients reach the server that another process runs in a data directory; nil if none is running.
    package static func connectionURL(ofServerRunningIn dataDirectory: FilePath) -> String? {
        guard let path = try? dataDirectory.resolved(),
            let file = PostmasterFile(of: Cluster(directory: path.appending("postgres"))),
            file.isReady, processExists(file.process), let socket = file.socketDirectory
        else { return nil }
        return url(socket)
    }

    /// Ends the server and returns when it is gone; from a cancelled task it is ended at once.
    package func stop(_ mode: StopMode = .fast) async {
        process.signal(mode.signal)
        await withTaskCancellationHandler {
            _ = await process.waitUntilExit()
        } onCancel: {
            process.signal(StopMode.immediate.signal)
        }
        socket.remove()
    }

    /// Returns when the server has ended, whether or not it was asked to, and says how.
    package func waitUntilExit() async -> ServerExit { await process.waitUntilExit() }

    private func waitUntilReady(_ cluster: Cluster) async throws(EmbeddedPostgresError) {
        do throws(EmbeddedPostgresError) {
            for turn in 1... {
                if Task.isCancelled { throw .cancelled }
                if let file = PostmasterFile(of: cluster), file.isReady, file.process == process.identifier { return }
                guard process.isRunning else { throw failure(cluster) }
                if turn.isMultiple(of: 500) {
                    logger.notice("the database server is still starting", metadata: ["log": "\(log.path)"])
                }
                try await pause(.milliseconds(10))
            }
        } catch {
            await stop(.immediate)
            throw error
        }
    }

    private func failure(_ cluster: Cluster) -> EmbeddedPostgresError {
        cluster.directory.hasRoom
            ? .startFailed(cluster.directory, log: log.lastLines())
            : .diskFull(cluster.directory, log: log.lastLines())
    }

    /// The last of several equal settings counts, so those that keep the server private come at the end.
    private static func arguments(cluster: Cluster, socket: SocketDirectory, settings: [String: String]) -> [String] {
        let chosen = settings.sorted { $0.key < $1.key }
        let fixed = [
            ("listen_addresses", ""), ("port", "\(SocketDirectory.port)"), ("unix_socket_permissions", "0700"),
            ("unix_socket_directories", #""\#(socket.path)""#), ("logging_collector", "off"),
            ("log_destination", "stderr"),
        ]
        return ["-D", cluster.directory.string] + (chosen + fixed).flatMap { ["-c", "\($0.0)=\($0.1)"] }
    }

    private static func url(_ socket: FilePath) -> String {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
        let host = socket.string.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: unreserved))
        return "postgresql:///\(Cluster.database)?host=\(host ?? "")&port=\(SocketDirectory.port)"
            + "&user=\(Cluster.superuser)"
    }
}

/// Put it first in a service group: services end in the opposite order, so the database outlives everything that uses
/// it.
///
/// NB: systemd by default sends the signal to stop to the database as well, which from then on refuses connections. A
/// unit for a service with an embedded server says `KillMode=mixed`.
extension EmbeddedPostgres: Service {
    /// Waits for the graceful shutdown and then stops the server; throws if the server ends before.
    package func run() async throws {
        let exit = await withTaskGroup(of: ServerExit?.self) { group in
            group.addTask { await self.waitUntilExit() }
            group.addTask {
                // A cancellation is another reason to stop; `stop` sees it and hurries.
                try? await gracefulShutdown()
                return nil
            }
            let exit = await group.next() ?? nil
            if exit == nil { await stop() }
            group.cancelAll()
            return exit
        }
        if let exit {
            throw EmbeddedPostgresError.endedUnexpectedly(exit, logFile: log.path, log: log.lastLines())
        }
    }
}
