import Foundation
import SystemPackage

/// The file `postmaster.pid`, in which a server says who and how it is.
struct PostmasterFile {
    let process: pid_t
    /// Whether clients can connect; false while the server recovers, or stops.
    let isReady: Bool
    /// Where it listens.
    let socketDirectory: FilePath?

    /// Reads the file of a cluster; nil if there is none, or it is just being written.
    init?(of cluster: Cluster) {
        guard let text = Self.path(in: cluster).text() else { return nil }
        // The lines are fixed by PostgreSQL's miscadmin.h: the process is the first, its socket's directory the fifth,
        // its state the eighth.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let process = lines.first.flatMap({ pid_t($0) }) else { return nil }
        self.process = process
        socketDirectory = lines.count > 4 && !lines[4].isEmpty ? FilePath(String(lines[4])) : nil
        isReady = lines.count > 7 && lines[7].hasPrefix("ready")
    }

    static func path(in cluster: Cluster) -> FilePath { cluster.directory.appending("postmaster.pid") }
}
