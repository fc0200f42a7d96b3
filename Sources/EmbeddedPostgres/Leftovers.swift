import Foundation
import Logging
import SystemPackage

/// The leftovers of an earlier server of a cluster. Used only by whoever holds the directory's lock.
struct Leftovers {
    let cluster: Cluster
    let logger: Logger

    /// Ends the server of an earlier run, if it is still there, and lets a new one pass its lock file.
    func clear() async throws(EmbeddedPostgresError) {
        guard cluster.directory.status() != nil else { return }
        try await endProcesses()
        disownLockFile()
    }

    /// A server outlives its service only for the moments of its own shutdown, or if it was cut off from it. It is
    /// asked like our own is, and after a while told to leave without a checkpoint; backends without their server just
    /// end.
    private func endProcesses(patience: Int = 3_000) async throws(EmbeddedPostgresError) {
        for turn in 0... {
            let processes = remaining()
            guard let first = processes.first else { return }
            if turn == 0 {
                logger.notice("a database server of an earlier run is still there", metadata: ["process": "\(first)"])
            }
            if turn == 2 * patience { throw .leftoverServer(cluster.directory, process: first) }
            if turn.isMultiple(of: patience) { signal(processes, turn == 0 ? SIGINT : SIGQUIT) }
            try await pause(.milliseconds(10))
        }
    }

    private func signal(_ processes: [pid_t], _ number: CInt) {
        let postmaster = PostmasterFile(of: cluster)?.process
        if let postmaster, processes.contains(postmaster) {
            kill(postmaster, number)
        } else {
            for process in processes { kill(process, SIGQUIT) }
        }
    }

    /// The processes that serve this cluster: every one of a server's works in the cluster's directory.
    private func remaining() -> [pid_t] {
        #if os(Linux)
            guard let directory = cluster.directory.status() else { return [] }
            return FilePath("/proc").entries().compactMap { pid_t($0) }.filter { process in
                let entry = FilePath("/proc/\(process)")
                guard entry.appending("comm").text(limit: 32)?.hasPrefix("postgres") == true else { return false }
                return entry.appending("cwd").status()?.isSameFile(as: directory) == true
            }
        #else
            return PostmasterFile(of: cluster).map { [$0.process] }?.filter(processExists) ?? []
        #endif
    }

    /// A lock file may name a process number that somebody else has by now (in a container it is even likely), and the
    /// server would refuse to start. It does not mind its parent's, which we will be. We rewrite the number instead of
    /// removing the file because its other lines let the server find shared memory that is still in use.
    private func disownLockFile() {
        guard let file = PostmasterFile(of: cluster), processExists(file.process) else { return }
        let path = PostmasterFile.path(in: cluster)
        guard let text = path.text(), let end = text.firstIndex(of: "\n") else { return }
        do {
            try path.overwrite("\(getpid())\(text[end...])")
        } catch {
            logger.warning(
                "a stale lock file could not be rewritten", metadata: ["path": "\(path)", "error": "\(error)"])
        }
    }
}

/// Waits, and says with an error of ours if the task has been cancelled.
func pause(_ duration: Duration) async throws(EmbeddedPostgresError) {
    do {
        try await Task.sleep(for: duration)
    } catch {
        throw .cancelled
    }
}
