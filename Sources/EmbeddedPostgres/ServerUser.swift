#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Subprocess
import SystemPackage

/// The account that the server runs as: ours, or `postgres` if we are root, as which PostgreSQL refuses to run.
struct ServerUser: Sendable {
    var name: String
    var id: uid_t
    var group: gid_t
    /// Whether child processes have to change from our account to this one.
    var isAnother: Bool

    static func current(whenRoot name: String = "postgres") throws(EmbeddedPostgresError) -> ServerUser {
        guard geteuid() == 0 else {
            return ServerUser(name: "\(geteuid())", id: geteuid(), group: getegid(), isAnother: false)
        }
        // NB: the record is the C library's and the next look-up may change it, so it is copied at once.
        guard let record = getpwnam(name)?.pointee else { throw .noSuchUser(name) }
        return ServerUser(name: name, id: record.pw_uid, group: record.pw_gid, isAnother: true)
    }

    /// How a child process is started as this user, away from our terminal: Ctrl-C must reach only the service,
    /// or the database would be gone before the service has finished.
    var platformOptions: PlatformOptions {
        var options = PlatformOptions()
        options.createSession = true
        if isAnother {
            options.userID = id
            options.groupID = group
            options.supplementaryGroups = [group]
        }
        return options
    }

    /// Makes a directory for this user alone; an existing one is left as it is.
    func makeDirectory(_ path: FilePath) throws(EmbeddedPostgresError) {
        guard try path.makeDirectory(mode: 0o700), isAnother else { return }
        try path.call("chown") { chown($0, id, group) }
    }

    /// Throws the first directory on the way to `path` that this user may not enter.
    func checkWay(to path: FilePath) async throws(EmbeddedPostgresError) {
        guard isAnother else { return }
        var prefix = FilePath("/")
        var steps = [prefix.string]
        for component in path.components {
            prefix.append(component)
            steps.append(prefix.string)
        }
        // Entering it as that user is the only answer that takes every kind of permission into account.
        let script = #"for d do cd "$d" 2>/dev/null || { printf %s "$d"; exit 1; }; done"#
        let result = try await Command(path: "/bin/sh", arguments: ["-c", script, "sh"] + steps).run(as: self)
        if !result.succeeded { throw .notTraversable(FilePath(result.output), user: name) }
    }
}
