import Foundation
package import Logging
package import SystemPackage

extension EmbeddedPostgres {
    /// Copies the cluster of the server that runs in a data directory, while it goes on serving, into another
    /// directory, which is a data directory then, too. Every file is checked against the server's list.
    ///
    /// - Parameter target: a directory that is empty or not there yet.
    package static func backUp(
        _ dataDirectory: FilePath, to target: FilePath, searchPath: PostgresSearchPath = .standard, logger: Logger
    ) async throws(EmbeddedPostgresError) {
        let user = try ServerUser.current()
        let source = Cluster(directory: try dataDirectory.resolved().appending("postgres"))
        guard let socket = PostmasterFile(of: source)?.socketDirectory else { throw .notACluster(source.directory) }
        let installation = try await Installation.choose(for: source, in: searchPath, user: user)
        try target.checkIsEmpty()
        let copy = try await DataDirectory.prepare(target, for: user)
        try await copy.cluster.fill(logger: logger) { unfinished throws(EmbeddedPostgresError) in
            try user.makeDirectory(unfinished)
            let command = Command(
                path: installation.directory.appending("pg_basebackup"),
                arguments: [
                    "--pgdata=\(unfinished)", "--host=\(socket)", "--port=\(SocketDirectory.port)",
                    "--username=\(Cluster.superuser)", "--wal-method=stream", "--checkpoint=fast",
                    "--manifest-checksums=SHA256",
                ])
            try await command.succeed(as: user, at: copy.path)
            try await installation.check(unfinished, as: user)
        }
        logger.info("backed up", metadata: ["path": "\(copy.path)"])
    }

    /// Copies a backup that was never used into a data directory, after every file of it was checked.
    ///
    /// - Parameter target: a directory that is empty or not there yet.
    package static func restore(
        _ backup: FilePath, to target: FilePath, searchPath: PostgresSearchPath = .standard, logger: Logger
    ) async throws(EmbeddedPostgresError) {
        let user = try ServerUser.current()
        let source = Cluster(directory: try backup.resolved().appending("postgres"))
        guard try source.version() != nil else { throw .notACluster(source.directory) }
        let installation = try await Installation.choose(for: source, in: searchPath, user: user)
        try target.checkIsEmpty()
        let copy = try await DataDirectory.prepare(target, for: user)
        try await copy.cluster.fill(logger: logger) { unfinished throws(EmbeddedPostgresError) in
            let steps = [
                Command(
                    path: "cp",
                    arguments: ["-R", "--preserve=mode,timestamps", source.directory.string, unfinished.string]),
                Command(path: "chown", arguments: ["-R", "\(user.id):\(user.group)", unfinished.string]),
                Command(path: "sync", arguments: ["--file-system", unfinished.string]),
            ]
            // NB: not as the server's user, who may have no right to read the backup.
            for step in steps { try await step.succeed(as: .ourselves, at: copy.path) }
            try await installation.check(unfinished, as: user)
        }
        logger.info("restored", metadata: ["path": "\(copy.path)"])
    }
}

extension Installation {
    /// Compares every file of a backup with the list that the server made of them.
    fileprivate func check(_ backup: FilePath, as user: ServerUser) async throws(EmbeddedPostgresError) {
        try await Command(path: directory.appending("pg_verifybackup"), arguments: ["--quiet", backup.string])
            .succeed(as: user, at: backup)
    }
}

extension Command {
    /// Runs to its end, which must be a good one.
    fileprivate func succeed(as user: ServerUser, at place: FilePath) async throws(EmbeddedPostgresError) {
        let result = try await run(as: user)
        guard !result.succeeded else { return }
        throw place.hasRoom ? .copyFailed(place, output: result.lastLines) : .diskFull(place, log: result.lastLines)
    }
}

extension FilePath {
    /// Throws if something is there already that a copy would mingle with.
    fileprivate func checkIsEmpty() throws(EmbeddedPostgresError) {
        guard status(followingLink: false) != nil else { return }
        guard status()?.type == .directory else { throw .notADirectory(self) }
        guard entries().isEmpty else { throw .notEmpty(self) }
    }
}
