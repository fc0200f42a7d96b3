import Foundation
import SystemPackage

/// A directory of sessions that were removed: a compressed file a day, which `session import` reads.
enum SessionArchive {
    /// A function that appends exported sessions to today's file of a directory, which is made if need be.
    static func appending(in directory: FilePath) throws -> @Sendable ([[UInt8]]) async throws -> Void {
        try FileManager.default.createDirectory(
            atPath: directory.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return { lines in
            let day = Date().formatted(.iso8601.year().month().day())
            try CompressedFile.append(lines, to: directory.appending("sessions-\(day).jsonl.gz").string)
        }
    }
}
