import Foundation
import SystemPackage

/// Where PostgreSQL's programs are looked for.
package struct PostgresSearchPath: Sendable {
    /// Directories in the order of preference among equal versions; `*` stands for any part of a name.
    package var patterns: [String]

    package init(patterns: [String]) { self.patterns = patterns }

    /// The places of the usual packages, which tend to keep the server's programs out of `PATH`, and then `PATH`.
    package static var standard: PostgresSearchPath {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return PostgresSearchPath(
            patterns: [
                "/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*", "/usr/local/pgsql/bin",
                "/opt/homebrew/opt/postgresql@*/bin", "/Applications/Postgres.app/Contents/Versions/*/bin",
            ] + path.split(separator: ":").map(String.init))
    }

    /// The directories that hold what is needed to make and to serve a cluster.
    func directories() -> [FilePath] {
        patterns.flatMap(Self.expand).filter { directory in
            ["initdb", "postgres"].allSatisfy { program in
                directory.appending(program).withPlatformString { access($0, X_OK) } == 0
            }
        }
    }

    private static func expand(_ pattern: String) -> [FilePath] {
        var matches = glob_t()
        defer { globfree(&matches) }
        guard glob(pattern, 0, nil, &matches) == 0 else { return [] }
        return (0..<Int(matches.gl_pathc)).compactMap { index in
            matches.gl_pathv[index].map { FilePath(platformString: $0) }
        }
    }
}

struct Installation {
    var directory: FilePath
    /// The major version as `PG_VERSION` writes it: "15".
    var version: String

    var initdb: FilePath { directory.appending("initdb") }
    var postgres: FilePath { directory.appending("postgres") }

    /// Everything installed, newest first.
    static func all(
        in searchPath: PostgresSearchPath, user: ServerUser
    ) async throws(EmbeddedPostgresError) -> [Installation] {
        var found: [Installation] = []
        for directory in searchPath.directories() {
            guard let version = try await version(in: directory, user: user) else { continue }
            found.append(Installation(directory: directory, version: version))
        }
        guard !found.isEmpty else { throw .binariesMissing(searched: searchPath.patterns) }
        return found.sorted { $0.number > $1.number }
    }

    /// The installation to make a new cluster with or, if there is one already, the one that can serve it.
    static func choose(
        for cluster: Cluster, in searchPath: PostgresSearchPath, user: ServerUser
    ) async throws(EmbeddedPostgresError) -> Installation {
        let installed = try await all(in: searchPath, user: user)
        guard let version = try cluster.version() else { return installed[0] }
        guard let match = installed.first(where: { $0.version == version }) else {
            throw .otherVersion(cluster.directory, cluster: version, installed: installed.map(\.version))
        }
        return match
    }

    private var number: Int { Int(version) ?? 0 }

    /// Asks the program, because not every package names its directory after the version.
    private static func version(
        in directory: FilePath, user: ServerUser
    ) async throws(EmbeddedPostgresError) -> String? {
        let command = Command(path: directory.appending("postgres"), arguments: ["--version"])
        let result = try await command.run(as: user)
        // "postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)", or "17beta2".
        guard result.succeeded, let words = result.output.split(separator: ") ", maxSplits: 1).last else { return nil }
        let major = words.prefix(while: \.isNumber)
        return major.isEmpty ? nil : String(major)
    }
}
