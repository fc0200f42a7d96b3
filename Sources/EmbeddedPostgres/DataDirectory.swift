import Foundation
import SystemPackage

/// The directory that holds everything of one embedded server.
///
/// ```
/// lock           who uses the directory; ours
/// postgres/      the cluster; the server's
/// postgres.log   what the server says; ours
/// socket/        where the server listens; the server's
/// ```
struct DataDirectory: Sendable {
    /// The path from the root, without links.
    let path: FilePath
    let user: ServerUser

    var cluster: Cluster { Cluster(directory: path.appending("postgres")) }
    var logFile: FilePath { path.appending("postgres.log") }

    /// Makes the directory if need be, and makes sure that the server's user can enter it.
    static func prepare(_ given: FilePath, for user: ServerUser) async throws(EmbeddedPostgresError) -> DataDirectory {
        try given.makeParents()
        let isNew = try given.makeDirectory(mode: 0o700)
        let path = try given.resolved()
        if user.isAnother, isNew || path.entries().isEmpty {
            // The directory stays ours: the server's group may pass through it, but neither list it nor add to it.
            // Files in it are protected by their own modes. Directories with something in them are left as their owner
            // wants them.
            try path.call("chown") { chown($0, geteuid(), user.group) }
            try path.call("chmod") { chmod($0, 0o710) }
        }
        try await user.checkWay(to: path)
        return DataDirectory(path: path, user: user)
    }
}
