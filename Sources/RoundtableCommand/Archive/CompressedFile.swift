import Foundation
import ProgramOutput
import SystemPackage

/// Lines of a file that is compressed by gzip, or isn't: what is read may be either.
enum CompressedFile {
    private static let partSize = 1 << 16
    private static let newline = UInt8(ascii: "\n")
    /// The most bytes of a line: several times what a session's quota allows.
    static let longestLine = 128 << 20

    /// Adds lines to the end of a file, all or none, and makes them durable; compressed, as one more part that gzip can
    /// read, if the file's name ends in `.gz`. The file is ours alone to read. A compressed end that a crash left
    /// unfinished is cut off: it was not confirmed to anybody.
    static func append(_ lines: [[UInt8]], to path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refusal("\(path) can't be written: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        // Instances may share an archive.
        guard flock(descriptor, LOCK_EX) == 0 else { throw Refusal("\(path) can't be locked.") }
        let text = lines.flatMap { $0 + [newline] }
        if path.hasSuffix(".gz") {
            let end = try endOfMembers(descriptor, path)
            try write(try Gzip.member(text) + Gzip.mark, to: descriptor, at: end, of: path)
        } else {
            let size = Int(lseek(descriptor, 0, SEEK_END))
            let isTorn = size > 0 && part(descriptor, at: size - 1).first != newline
            try write((isTorn ? [newline] : []) + text, to: descriptor, at: size, of: path)
        }
        try DurableFile.synchronise(directoryOf: path)
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt, at end: Int, of path: String) throws {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size == end || ftruncate(descriptor, off_t(end)) == 0, Output.write(bytes, to: descriptor),
            fsync(descriptor) == 0
        else {
            let reason = String(cString: strerror(errno))
            _ = ftruncate(descriptor, off_t(end))
            throw Refusal("Nothing could be added to \(path): \(reason).")
        }
    }

    static func appending(to path: String) -> @Sendable ([[UInt8]]) async throws -> Void {
        { lines in try append(lines, to: path) }
    }

    /// A function that appends sessions to a directory's compressed file of the day, which `session import` reads. The
    /// directory is made if need be.
    static func appendingByDay(in directory: FilePath) throws -> @Sendable ([[UInt8]]) async throws -> Void {
        try FileManager.default.createDirectory(
            atPath: directory.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return { lines in
            let day = Date().formatted(.iso8601.year().month().day())
            try append(lines, to: directory.appending("sessions-\(day).jsonl.gz").string)
        }
    }

    /// Calls a function with every line of a file that is not empty, and with its number.
    ///
    /// - Parameters:
    ///   - longest: the most bytes of a line.
    ///   - passing: called with how much of the file was read.
    /// - Throws: `Refusal`, if the file is damaged or a line too long, after all lines before that.
    static func read(
        _ path: String, longest: Int = CompressedFile.longestLine, passing: (Int) -> Void = { _ in },
        _ body: (Int, [UInt8]) async throws -> Void
    ) async throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Refusal("\(path) can't be read: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        let isCompressed = part(descriptor, at: 0).starts(with: Gzip.magic)
        let reader = try Gzip.Reader()
        var (number, line, offset) = (1, [UInt8](), 0)
        while case var part = part(descriptor, at: offset), !part.isEmpty, reader.state != .damaged {
            offset += part.count
            while !part.isEmpty, reader.state != .damaged {
                let text = isCompressed ? reader.read(&part) : part
                if !isCompressed { part = [] }
                let pieces = text.split(separator: newline, omittingEmptySubsequences: false)
                for (index, piece) in pieces.enumerated() {
                    if index > 0 {
                        if !line.isEmpty { try await body(number, line) }
                        passing(offset)
                        (number, line) = (number + 1, [])
                    }
                    line += piece
                    guard line.count <= longest else {
                        throw Refusal("Line \(number) of \(path) is too long: it has more than \(longest) bytes.")
                    }
                }
            }
        }
        guard reader.state == .betweenMembers else {
            throw Refusal("\(path) is damaged after line \(number - 1).")
        }
        if !line.isEmpty { try await body(number, line) }
    }

    /// The length of a file in bytes; 0 if that can't be known.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Where the last whole member of a compressed file ends.
    ///
    /// - Throws: `Refusal`, if what follows is no unfinished member: cutting it off might lose others.
    private static func endOfMembers(_ descriptor: CInt, _ path: String) throws -> Int {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let mark = Gzip.mark.count
        if size == 0 || size >= mark && Array(part(descriptor, at: size - mark)) == Gzip.mark { return size }
        let reader = try Gzip.Reader()
        var offset = 0
        while case var part = part(descriptor, at: offset), !part.isEmpty, reader.state != .damaged {
            offset += part.count
            while !part.isEmpty, reader.state != .damaged { _ = reader.read(&part) }
        }
        guard reader.state != .damaged else {
            throw Refusal("\(path) is damaged after byte \(reader.wholeLength): move it away first.")
        }
        return reader.wholeLength
    }

    private static func part(_ descriptor: CInt, at offset: Int) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: partSize)
        let count = pread(descriptor, &bytes, partSize, off_t(offset))
        return bytes.prefix(max(0, count))
    }
}
