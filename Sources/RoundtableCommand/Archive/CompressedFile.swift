import CZlib
import Foundation

/// Lines of a file that is compressed by gzip, or isn't: what is read may be either.
enum CompressedFile {
    private static let partSize = 1 << 16

    /// Adds lines to the end of a file and makes them durable; compressed, as one more part that gzip can read, if the
    /// file's name ends in `.gz`. The file is ours alone to read.
    static func append(_ lines: [[UInt8]], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refusal("\(path) can't be written: \(String(cString: strerror(errno))).") }
        defer { close(descriptor) }
        // Instances may share an archive.
        guard flock(descriptor, LOCK_EX) == 0 else { throw Refusal("\(path) can't be locked.") }
        // NB: zlib closes what it is given, and the file must be open to be synchronised.
        guard let stream = gzdopen(dup(descriptor), path.hasSuffix(".gz") ? "ab" : "abT") else {
            throw Refusal("\(path) can't be compressed.")
        }
        let isWritten = lines.allSatisfy { line in
            let bytes = line + [UInt8(ascii: "\n")]
            return bytes.withUnsafeBytes { gzwrite(stream, $0.baseAddress, UInt32($0.count)) } == Int32(bytes.count)
        }
        guard gzclose(stream) == Z_OK, isWritten, fsync(descriptor) == 0 else {
            throw Refusal("\(path) could not be written to its end; is the disk full?")
        }
        try DurableFile.synchronise(directoryOf: path)
    }

    /// What adds lines to a file.
    static func appending(to path: String) -> @Sendable ([[UInt8]]) async throws -> Void {
        { lines in try append(lines, to: path) }
    }

    /// Calls a function with every line of a file that is not empty, and with its number.
    static func read(_ path: String, _ body: (Int, [UInt8]) async throws -> Void) async throws {
        guard let stream = gzopen(path, "rb") else {
            throw Refusal("\(path) can't be read: \(String(cString: strerror(errno))).")
        }
        defer { gzclose(stream) }
        var (line, number) = ([UInt8](), 1)
        var part = [UInt8](repeating: 0, count: partSize)
        while case let count = gzread(stream, &part, UInt32(partSize)), count != 0 {
            guard count > 0 else { throw Refusal("\(path) is damaged after line \(number - 1).") }
            for byte in part.prefix(Int(count)) {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                if !line.isEmpty { try await body(number, line) }
                (line, number) = ([], number + 1)
            }
        }
        if !line.isEmpty { try await body(number, line) }
    }
}
