import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// The end of a server process.
package enum ServerExit: Sendable, Equatable, CustomStringConvertible {
    /// It exited with a status, 0 after a shutdown.
    case exited(Int32)
    /// A signal killed it.
    case signalled(Int32)
    /// It is gone, and the operating system does not say why.
    case unknown

    package var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .signalled(let signal): "signal \(signal)"
        case .unknown: "unknown reason"
        }
    }
}

/// A running `postgres` whose life is tied to ours.
///
/// It is started by a shell that leaves a watcher behind and then becomes the server, so that the server is our own
/// child, with a status to wait for. The watcher reads from a pipe whose only other end we hold: when that closes, by
/// our death at the latest, it asks the server to shut down.
final class ServerProcess: Sendable {
    let identifier: pid_t

    private let running: Running
    private let ended: Task<ServerExit, any Error>

    /// Starts the server, which keeps the directory locked for as long as it runs.
    static func launch(
        _ command: Command, as user: ServerUser, log: FileDescriptor, lock: DirectoryLock
    ) async throws(EmbeddedPostgresError) -> ServerProcess {
        let running = Running()
        let (started, continuation) = AsyncStream<pid_t>.makeStream()
        // This task belongs to the process: it waits for its end, and ends with it.
        let ended = Task {
            defer {
                running.set(nil)
                lock.release()
                continuation.finish()
            }
            return try await supervise(command.configuration(as: user, script: watcher), log: log) { identifier in
                running.set(identifier)
                continuation.yield(identifier)
            }
        }
        // Waited for in a task that is not cancelled with ours: what has been started must be known to be ended.
        if let identifier = await Task(operation: { await started.first { _ in true } }).value {
            return ServerProcess(identifier: identifier, running: running, ended: ended)
        }
        switch await ended.result {
        case .success(let exit): throw .cannotRun(command.path.string, "\(exit)")
        case .failure(let error): throw .cannotRun(command.path.string, "\(error)")
        }
    }

    private init(identifier: pid_t, running: Running, ended: Task<ServerExit, any Error>) {
        self.identifier = identifier
        self.running = running
        self.ended = ended
    }

    var isRunning: Bool { running.isSet }

    func signal(_ number: CInt) { running.signal(number) }

    func waitUntilExit() async -> ServerExit {
        switch await ended.result {
        case .success(let exit): exit
        case .failure: .unknown
        }
    }

    private static func supervise(
        _ configuration: Configuration, log: FileDescriptor, started: (pid_t) -> Void
    ) async throws -> ServerExit {
        // No other child of ours may inherit the pipe, or the watcher would wait for that one too.
        let (readEnd, writeEnd) = try FileDescriptor.pipe(options: .closeOnExec)
        let result: ExecutionResult<Void, FileDescriptorOutput, CombinedErrorOutput>
        do {
            result = try await Subprocess.run(
                configuration, input: .fileDescriptor(readEnd, closeAfterSpawningProcess: true),
                output: .fileDescriptor(log, closeAfterSpawningProcess: true), error: .combinedWithOutput
            ) { execution in started(execution.processIdentifier.value) }
        } catch {
            try writeEnd.close()
            throw error
        }
        try writeEnd.close()
        return switch result.terminationStatus {
        case .exited(let code): .exited(code)
        case .signaled(let signal): .signalled(signal)
        }
    }

    /// `$$` is the server, also in the watcher, which is no child of it: the server would take a strange child's death
    /// for a crash. The watcher asks more than once because whoever does not have a handler yet may ignore it.
    private static let watcher = """
        cd / && exec 3<&0 </dev/null
        (
            (
                read -r _ <&3
                for pause in 0 1 2 4 8 16; do sleep $pause; kill -s INT $$ || exit; done
            ) >/dev/null 2>&1 &
        )
        exec "$@" 3<&-
        """
}

/// The number of the running server: nil once it has ended, because the number may then be somebody else's.
private final class Running: Sendable {
    private let identifier = Mutex<pid_t?>(nil)

    var isSet: Bool { identifier.withLock { $0 != nil } }

    func set(_ number: pid_t?) { identifier.withLock { $0 = number } }

    func signal(_ number: CInt) {
        identifier.withLock { identifier in
            if let identifier { _ = kill(identifier, number) }
        }
    }
}
