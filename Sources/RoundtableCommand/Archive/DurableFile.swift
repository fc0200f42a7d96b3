import Foundation

/// A file that is replaced as a whole: whoever reads it finds the old content or the new one, also after a power cut.
enum DurableFile {
    /// Writes a file aside, makes it durable, and puts it in the place of an older one, whose owner and mode it takes
    /// on.
    ///
    /// - Throws: `Refusal`, and then the older file is as it was.
    static func replace(_ path: String, with content: Data) throws {
        let path = resolved(path)
        let unfinished = path + ".new"
        unlink(unfinished)
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open", unfinished) }
        do {
            defer { close(descriptor) }
            try takeOver(path, descriptor)
            guard write([UInt8](content), to: descriptor), fsync(descriptor) == 0 else {
                throw failure("write", unfinished)
            }
            guard rename(unfinished, path) == 0 else { throw failure("rename", unfinished) }
        } catch {
            unlink(unfinished)
            throw error
        }
        try synchronise(directoryOf: path)
    }

    /// Makes the names in a file's directory durable.
    static func synchronise(directoryOf path: String) throws {
        let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", directory) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("fsync", directory) }
    }

    /// The service may run as another user than the operator, and read by a group.
    private static func takeOver(_ path: String, _ descriptor: CInt) throws {
        var (old, new) = (stat(), stat())
        guard stat(path, &old) == 0 else { return }
        guard fstat(descriptor, &new) == 0 else { throw failure("stat", path) }
        let isOwned = (old.st_uid, old.st_gid) == (new.st_uid, new.st_gid)
        guard isOwned || fchown(descriptor, old.st_uid, old.st_gid) == 0 else { throw failure("chown", path) }
        guard fchmod(descriptor, old.st_mode & 0o777) == 0 else { throw failure("chmod", path) }
    }

    /// The file itself, where the path is a link to it.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Writes bytes to a file, and says whether all of them were taken.
    static func write(_ content: [UInt8], to descriptor: CInt) -> Bool {
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func failure(_ call: String, _ path: String) -> Refusal {
        Refusal("\(path): \(call) failed: \(String(cString: strerror(errno))).")
    }
}
