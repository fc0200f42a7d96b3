import Foundation
import SystemPackage

/// The file that takes what the server prints, from where this run of it begins.
struct ServerLog: Sendable {
    /// A file that has grown beyond this is put aside, as `postgres.log.1`, at the next start.
    static let largestSize: Int64 = 10 << 20

    let path: FilePath
    private let start: Int64

    /// Opens the log for a new run; the descriptor is for the server and the caller closes it.
    static func open(_ path: FilePath) throws(EmbeddedPostgresError) -> (log: ServerLog, descriptor: FileDescriptor) {
        if let size = path.status(followingLink: false)?.size, size > largestSize {
            try path.call("rename") { old in "\(path).1".withCString { rename(old, $0) } }
        }
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.append, .create, .closeOnExec, .noFollow], permissions: .ownerReadWrite)
            return (ServerLog(path: path, start: try file.seek(offset: 0, from: .end)), file)
        } catch {
            throw EmbeddedPostgresError("open", path, error as? Errno ?? .ioError)
        }
    }

    func lastLines() -> [String] {
        let window: Int64 = 16_384
        let size = path.status()?.size ?? 0
        return lastLinesOf(path.text(from: max(start, size - window)) ?? "")
    }
}
