import Foundation
import SystemPackage

/// The file `lock` in the data directory, locked by one process at a time and naming it.
///
/// The kernel gives the lock back when the process dies, however it dies, so what is left of the file means nothing.
final class DirectoryLock: Sendable {
    private let file: CInt

    init(in directory: FilePath) throws(EmbeddedPostgresError) {
        let path = directory.appending("lock")
        // NB: no link is followed, or whoever can write in the directory could have us overwrite any file.
        file = try path.call("open") { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        // The lock is complete from here on, so a refusal closes the file too.
        try Self.take(file, at: path, of: directory)
    }

    deinit {
        release()
        close(file)
    }

    /// Gives the directory back.
    ///
    /// NB: closing the file would do that only when no child is between fork and exec, where it has the file as well.
    func release() { flock(file, LOCK_UN) }

    private static func take(_ file: CInt, at path: FilePath, of directory: FilePath) throws(EmbeddedPostgresError) {
        do {
            // flock, not fcntl: two starts within one process exclude each other too.
            try path.call("flock") { _ in flock(file, LOCK_EX | LOCK_NB) }
        } catch .systemCall(_, _, .resourceTemporarilyUnavailable) {
            throw .directoryInUse(directory, process: holder(path))
        }
        try path.call("ftruncate") { _ in ftruncate(file, 0) }
        let line = Array("\(getpid())\n".utf8)
        try path.call("write") { _ in CInt(truncatingIfNeeded: pwrite(file, line, line.count, 0)) }
    }

    /// Who holds the lock: nil in the moment between its taking and writing.
    private static func holder(_ path: FilePath) -> Int32? {
        path.text(limit: 32)?.split(whereSeparator: \.isNewline).first.flatMap { Int32($0) }
    }
}
