import Foundation
import Logging
import SystemPackage

/// A database cluster: the directory that `initdb` makes and one server serves.
struct Cluster: Sendable {
    /// The name of the one database that the service uses.
    static let database = "roundtable"
    static let superuser = "postgres"
    /// The disk space that a new cluster needs: 16 MiB of write-ahead log, three small databases, and some room to
    /// begin with.
    static let initialBytes: UInt64 = 64 << 20

    var directory: FilePath

    /// The major version that made the cluster, or nil if there is none yet.
    func version() throws(EmbeddedPostgresError) -> String? {
        guard let status = directory.status(), status.type == .directory else {
            if directory.status(followingLink: false) == nil { return nil }
            throw .notADirectory(directory)
        }
        if let version = directory.appending("PG_VERSION").text(limit: 32) {
            return version.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard directory.entries().isEmpty else { throw .notACluster(directory) }
        return nil
    }

    /// Makes the cluster with its database.
    func create(with installation: Installation, user: ServerUser, logger: Logger) async throws(EmbeddedPostgresError) {
        let parent = directory.removingLastComponent()
        Self.removeUnfinished(in: parent, logger: logger)
        try await fill(as: Self.unfinishedPrefix, logger: logger) { unfinished throws(EmbeddedPostgresError) in
            if let available = parent.availableBytes(), available < Self.initialBytes {
                throw .diskFull(
                    parent, log: ["\(available >> 20) MiB are left, \(Self.initialBytes >> 20) are needed."])
            }
            try user.makeDirectory(unfinished)
            try await build(in: unfinished, with: installation, user: user)
        }
    }

    /// Has the cluster filled in a directory beside its own, which then gets its name, durably and in one step. If
    /// filling fails, nothing of it stays.
    ///
    /// - Parameter prefix: the beginning of that directory's name; the number of the process follows.
    func fill(
        as prefix: String = "postgres.copy-", logger: Logger,
        _ fill: (FilePath) async throws(EmbeddedPostgresError) -> Void
    ) async throws(EmbeddedPostgresError) {
        let parent = directory.removingLastComponent()
        let unfinished = parent.appending("\(prefix)\(getpid())")
        do {
            try await fill(unfinished)
            try unfinished.call("rename") { old in directory.withPlatformString { rename(old, $0) } }
            try parent.synchronise()
        } catch {
            Self.remove(unfinished, logger: logger)
            throw error
        }
    }

    private func build(
        in path: FilePath, with installation: Installation, user: ServerUser
    ) async throws(EmbeddedPostgresError) {
        let steps = [
            Command(
                path: installation.initdb,
                arguments: [
                    "--pgdata=\(path)", "--username=\(Self.superuser)", "--encoding=UTF8", "--locale=C.UTF-8",
                ] + Self.initialAuthentication),
            // A session without a server. NB: it would go on after an error, and succeed, but for that setting.
            Command(
                path: installation.postgres,
                arguments: ["--single", "-D", path.string, "-c", "exit_on_error=on", "postgres"],
                input: "CREATE DATABASE \(Self.database);\n"),
        ]
        for step in steps {
            let result = try await step.run(as: user)
            guard result.succeeded else {
                throw path.hasRoom
                    ? .initialisationFailed(directory, output: result.lastLines)
                    : .diskFull(directory, log: result.lastLines)
            }
        }
    }

    private static let unfinishedPrefix = "postgres.new-"

    /// Removes the unfinished clusters of processes that died.
    private static func removeUnfinished(in parent: FilePath, logger: Logger) {
        for name in parent.entries() where name.hasPrefix(unfinishedPrefix) {
            remove(parent.appending(name), logger: logger)
        }
    }

    private static func remove(_ unfinished: FilePath, logger: Logger) {
        guard FileManager.default.fileExists(atPath: unfinished.string) else { return }
        do {
            try FileManager.default.removeItem(atPath: unfinished.string)
        } catch {
            logger.warning(
                "an unfinished database could not be removed",
                metadata: ["path": "\(unfinished)", "error": "\(error)"])
        }
    }
}

extension FilePath {
    /// Whether the file system has space for a write; PostgreSQL's smallest steps are pages of 8 KiB.
    var hasRoom: Bool { (availableBytes() ?? .max) >= 1 << 20 }
}

/// The rules for connections: processes of the server's user and of root, as the kernel names them, connect by the
/// socket as the superuser; nobody else connects, and nobody by TCP.
///
/// NB: the socket's directory keeps others out already. These rules hold even if an operator opens it, or starts the
/// cluster by other means.
extension Cluster {
    /// The arguments of `initdb` under which a new cluster lets nobody in but its own user.
    static let initialAuthentication = ["--auth-local=peer", "--auth-host=reject"]

    /// Writes the rules for a server of this user. PostgreSQL knows users by name, and a data directory may have come
    /// from a machine on which they had other names, so this is done before each start.
    func writeAuthentication(for user: ServerUser) throws(EmbeddedPostgresError) {
        let names = [try Self.accountName(of: user.id), try? Self.accountName(of: 0)].compactMap(\.self)
        let map = "roundtable"
        try directory.appending("pg_hba.conf")
            .overwrite("local all all peer map=\(map)\nlocal replication all peer map=\(map)\n")
        let lines = Set(names).sorted().map { "\(map) \"\($0)\" \(Self.superuser)\n" }
        try directory.appending("pg_ident.conf").overwrite(lines.joined())
    }

    private static func accountName(of id: uid_t) throws(EmbeddedPostgresError) -> String {
        // NB: the record is the C library's and the next look-up may change it, so it is copied at once.
        guard let name = getpwuid(id)?.pointee.pw_name.map({ String(cString: $0) }) else { throw .noAccount(id) }
        return name
    }
}

/// The file `postmaster.pid`, in which a server says who and how it is.
struct PostmasterFile {
    let process: pid_t
    /// Whether clients can connect; false while the server recovers, or stops.
    let isReady: Bool
    /// Where it listens.
    let socketDirectory: FilePath?

    /// Reads the file of a cluster; nil if there is none, or it is just being written.
    init?(of cluster: Cluster) {
        guard let text = Self.path(in: cluster).text() else { return nil }
        // The lines are fixed by PostgreSQL's miscadmin.h: the process is the first, its socket's directory the fifth,
        // its state the eighth.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let process = lines.first.flatMap({ pid_t($0) }) else { return nil }
        self.process = process
        socketDirectory = lines.count > 4 && !lines[4].isEmpty ? FilePath(String(lines[4])) : nil
        isReady = lines.count > 7 && lines[7].hasPrefix("ready")
    }

    static func path(in cluster: Cluster) -> FilePath { cluster.directory.appending("postmaster.pid") }
}
