import Foundation
import SystemPackage

/// The directory in which the server listens; only its own user (and root) can connect.
struct SocketDirectory {
    /// Names the socket, nothing else: no TCP port is opened.
    static let port = 5432
    /// The length of the kernel's `sun_path` without its final zero.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    let path: FilePath
    /// Whether the directory is for one run of the server only.
    let isTemporary: Bool

    /// `socket` in the data directory or, if that path cannot be a socket's, a directory in `/tmp` that is named after
    /// the data directory's device and inode: the same one each time, and no other data directory's.
    static func prepare(in directory: DataDirectory) throws(EmbeddedPostgresError) -> SocketDirectory {
        var path = directory.path.appending("socket")
        let isTemporary = !canHoldSocket(path)
        if isTemporary, let status = directory.path.status() {
            path = FilePath("/tmp/roundtable-\(hex(status.deviceID.rawValue))-\(hex(status.inode.rawValue))")
        }
        try directory.user.makeDirectory(path)
        try check(path, belongsTo: directory.user)
        // We hold the directory's lock, so these are left over; the lock file might name a number that somebody has
        // now.
        for name in [socketName, socketName + ".lock"] {
            path.appending(name).withPlatformString { _ = unlink($0) }
        }
        return SocketDirectory(path: path, isTemporary: isTemporary)
    }

    /// Leaves nothing in `/tmp` when the server, which takes its socket with it, has ended.
    func remove() {
        if isTemporary { path.withPlatformString { _ = rmdir($0) } }
    }

    /// The kernel limits the length; for libpq a comma separates hosts, and a quote ends a name in the server's
    /// setting.
    private static func canHoldSocket(_ path: FilePath) -> Bool {
        path.appending(socketName).string.utf8.count <= longestPath && !path.string.contains { ",\"".contains($0) }
    }

    private static let socketName = ".s.PGSQL.\(port)"

    /// NB: anybody can make that directory in `/tmp` before us, and would be the database that we talk to.
    private static func check(_ path: FilePath, belongsTo user: ServerUser) throws(EmbeddedPostgresError) {
        guard let status = path.status(followingLink: false), status.type == .directory else {
            throw .notADirectory(path)
        }
        guard status.userID.rawValue == user.id else { throw .notPermitted(path) }
    }

    private static func hex(_ number: some BinaryInteger) -> String { String(number, radix: 16) }
}
