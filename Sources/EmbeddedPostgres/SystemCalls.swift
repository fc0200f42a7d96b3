import Foundation
import SystemPackage

extension FilePath {
    /// Calls into the system with this path, again after an interruption, and throws what `errno` says about a failure.
    @discardableResult
    func call(_ name: String, _ body: (UnsafePointer<CChar>) -> CInt) throws(EmbeddedPostgresError) -> CInt {
        while true {
            let (result, error) = withPlatformString { path in
                let result = body(path)
                return (result, errno)
            }
            if result >= 0 { return result }
            if error != EINTR { throw EmbeddedPostgresError(name, self, Errno(rawValue: error)) }
        }
    }

    /// The status of what the path leads to, or nil if that is nothing or out of reach.
    func status(followingLink: Bool = true) -> Stat? { try? stat(followTargetSymlink: followingLink) }

    /// Makes the directory and answers true, or answers false if it existed.
    @discardableResult
    func makeDirectory(mode: mode_t) throws(EmbeddedPostgresError) -> Bool {
        if status()?.type == .directory { return false }
        try call("mkdir") { mkdir($0, mode) }
        return true
    }

    /// Makes whatever is missing of the directories that lead to this one.
    func makeParents() throws(EmbeddedPostgresError) {
        let parent = removingLastComponent()
        guard !parent.isEmpty, parent != self, parent.status() == nil else { return }
        try parent.makeParents()
        try parent.makeDirectory(mode: 0o755)
    }

    /// The path from the root without links.
    func resolved() throws(EmbeddedPostgresError) -> FilePath {
        let real = withPlatformString { realpath($0, nil) }
        guard let real else { throw EmbeddedPostgresError("realpath", self, Errno(rawValue: errno)) }
        defer { free(real) }
        return FilePath(platformString: real)
    }

    /// The names in a directory; none if it cannot be read.
    func entries() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: string)) ?? [] }

    /// The file's content as text, or nil if it cannot be read.
    func text(from offset: Int64 = 0, limit: Int = 65_536) -> String? {
        guard let file = try? FileDescriptor.open(self, .readOnly, options: .closeOnExec) else { return nil }
        let bytes = try? file.closeAfter {
            try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                count = try file.read(fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Replaces the content of a file in place, so that it stays its owner's.
    ///
    /// NB: not through a link, which the server's user could have laid to a file of root's.
    func overwrite(_ text: String) throws(EmbeddedPostgresError) {
        do {
            let file = try FileDescriptor.open(self, .writeOnly, options: [.truncate, .closeOnExec, .noFollow])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            throw EmbeddedPostgresError("write", self, error as? Errno ?? .ioError)
        }
    }

    /// The number of bytes that an ordinary user can still write on the path's file system, or nil if that is unknown.
    func availableBytes() -> UInt64? {
        var buffer = statvfs()
        guard withPlatformString({ statvfs($0, &buffer) == 0 }) else { return nil }
        return UInt64(buffer.f_bavail) * UInt64(buffer.f_frsize)
    }

    /// Makes the names in the directory durable.
    func synchronise() throws(EmbeddedPostgresError) {
        let file = try call("open") { open($0, O_RDONLY | O_CLOEXEC) }
        defer { close(file) }
        try call("fsync") { _ in fsync(file) }
    }
}

/// Whether a process with this number exists, of whatever user.
func processExists(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno == EPERM }

extension Stat {
    func isSameFile(as other: Stat) -> Bool { deviceID == other.deviceID && inode == other.inode }
}
