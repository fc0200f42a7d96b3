import Foundation
import SystemPackage

/// The account that the server runs as: ours, or `postgres` if we are root, as which PostgreSQL refuses to run.
struct ServerUser: Sendable {
    var name: String
    var id: uid_t
    var group: gid_t
    /// Whether child processes have to change from our account to this one.
    var isAnother: Bool

    static var ourselves: ServerUser {
        ServerUser(name: "\(geteuid())", id: geteuid(), group: getegid(), isAnother: false)
    }

    static func current(whenRoot name: String = "postgres") throws(EmbeddedPostgresError) -> ServerUser {
        guard geteuid() == 0 else { return ourselves }
        // NB: the record is the C library's and the next look-up may change it, so it is copied at once.
        guard let record = getpwnam(name)?.pointee else { throw .noSuchUser(name) }
        return ServerUser(name: name, id: record.pw_uid, group: record.pw_gid, isAnother: true)
    }

    /// The beginning of a command line whose rest runs as this user.
    ///
    /// NB: not swift-subprocess's own `userID`: it sets it in the child between fork and exec with functions of glibc
    /// that wait for the threads of the process, which the child does not have, so that it sometimes never gets to
    /// exec.
    var prefix: [String] {
        isAnother ? ["setpriv", "--reuid=\(id)", "--regid=\(group)", "--clear-groups", "--"] : []
    }

    /// Makes a directory for this user alone; an existing one is left as it is.
    func makeDirectory(_ path: FilePath) throws(EmbeddedPostgresError) {
        guard try path.makeDirectory(mode: 0o700), isAnother else { return }
        try path.call("chown") { chown($0, id, group) }
    }

    /// Throws the first directory on the way to `path` that this user may not enter.
    func checkWay(to path: FilePath) async throws(EmbeddedPostgresError) {
        guard isAnother else { return }
        var step = FilePath("/")
        var steps = [step.string]
        for component in path.components {
            step.append(component)
            steps.append(step.string)
        }
        // Entering it as that user is the only answer that takes every kind of permission into account.
        let script = #"for d do cd "$d" 2>/dev/null || { printf %s "$d"; exit 1; }; done"#
        let result = try await Command(path: "sh", arguments: ["-c", script, "sh"] + steps).run(as: self)
        if result.succeeded { return }
        guard steps.contains(result.output) else { throw .cannotRun(prefix[0], result.output) }
        throw .notTraversable(FilePath(result.output), user: name)
    }
}
