package import Foundation

/// A file that is replaced as a whole: whoever reads it finds the old content or the new one, also after a power cut.
package enum DurableFile {
    /// Writes a file aside, makes it durable, and puts it in the place of an older one, whose owner and mode it takes
    /// on. A device or a pipe is written to, not replaced.
    ///
    /// - Parameter mode: who may read a new file; by default its owner alone.
    /// - Throws: `OutputFailure`, and then the older file is as it was.
    package static func replace(_ path: String, with content: Data, mode: mode_t = 0o600) throws {
        let path = resolved(path)
        var old = stat()
        if stat(path, &old) == 0, old.st_mode & S_IFMT != S_IFREG {
            return try write(content, to: open(path, O_WRONLY | O_CLOEXEC), of: path)
        }
        let unfinished = path + ".new"
        unlink(unfinished)
        do {
            let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            try write(content, to: descriptor, of: path) {
                try takeOver(path, descriptor)
                guard fsync(descriptor) == 0 else { throw failure("fsync", path) }
            }
            guard rename(unfinished, path) == 0 else { throw failure("rename", path) }
        } catch {
            unlink(unfinished)
            throw error
        }
        try synchronise(directoryOf: path)
    }

    private static func write(
        _ content: Data, to descriptor: CInt, of path: String, then finish: () throws -> Void = {}
    ) throws {
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        guard Output.write(content, to: descriptor) else { throw failure("write", path) }
        try finish()
    }

    /// Makes the names in a file's directory durable.
    package static func synchronise(directoryOf path: String) throws {
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

    private static func failure(_ call: String, _ path: String) -> OutputFailure {
        OutputFailure("\(path) can't be written: \(call): \(Output.reason).")
    }
}
