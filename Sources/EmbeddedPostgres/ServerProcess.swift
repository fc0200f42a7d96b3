#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Subprocess
import Synchronization
import SystemPackage

/// How a server process ended.
package enum ServerExit: Sendable, Equatable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)

    package var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .signalled(let signal): "signal \(signal)"
        }
    }
}

/// A running `postgres` whose life is tied to ours.
///
/// It is started by a shell that leaves a watcher behind and then becomes the server, so that the server is our own
/// child, with a status to wait for. The watcher reads from a pipe whose only other end we hold: when that closes, by our
/// death at the latest, it asks the server to shut down.
final class ServerProcess: Sendable {
    /// The number of the running server: nil once it has ended, because the number may then be somebody else's.
    private let running: Running
    private let ended: Task<ServerExit, any Error>

    let identifier: pid_t

    private typealias Running = Shared<pid_t?>

    /// Starts the server; `keeping` lives for as long as it does.
    static func launch(
        _ command: Command, as user: ServerUser, log: FileDescriptor, keeping lock: DirectoryLock
    ) async throws(EmbeddedPostgresError) -> ServerProcess {
        let running = Running(nil)
        let (started, continuation) = AsyncStream<pid_t>.makeStream()
        // This task is held by the process that it waits for and ends with it.
        let ended = Task {
            defer { withExtendedLifetime(lock) { continuation.finish() } }
            return try await supervise(command, as: user, log: log) { identifier in
                running.value.withLock { $0 = identifier }
                continuation.yield(identifier)
            } ended: {
                running.value.withLock { $0 = nil }
            }
        }
        for await identifier in started {
            return ServerProcess(identifier: identifier, running: running, ended: ended)
        }
        if case .failure(let error as EmbeddedPostgresError) = await ended.result { throw error }
        throw .cancelled
    }

    private init(identifier: pid_t, running: Running, ended: Task<ServerExit, any Error>) {
        self.identifier = identifier
        self.running = running
        self.ended = ended
    }

    var isRunning: Bool { running.value.withLock { $0 != nil } }

    func signal(_ number: CInt) {
        running.value.withLock { identifier in
            if let identifier { _ = kill(identifier, number) }
        }
    }

    func waitUntilExit() async -> ServerExit {
        switch await ended.result {
        case .success(let exit): exit
        case .failure: .exited(-1)
        }
    }

    private static func supervise(
        _ command: Command, as user: ServerUser, log: FileDescriptor,
        started: (pid_t) -> Void, ended: () -> Void
    ) async throws -> ServerExit {
        // No other child of ours inherits it, or the watcher would wait for that one too.
        let (readEnd, writeEnd) = try FileDescriptor.pipe(options: .closeOnExec)
        defer { try? writeEnd.close() }
        do {
            let result = try await Subprocess.run(
                command.configuration(as: user, script: watcher),
                input: .fileDescriptor(readEnd, closeAfterSpawningProcess: true),
                output: .fileDescriptor(log, closeAfterSpawningProcess: true), error: .combinedWithOutput
            ) { execution in started(execution.processIdentifier.value) }
            ended()
            return switch result.terminationStatus {
            case .exited(let code): .exited(code)
            case .signaled(let signal): .signalled(signal)
            }
        } catch {
            ended()
            throw EmbeddedPostgresError.cannotRun(command.path.string, "\(error)")
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

/// A value that several tasks share.
private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }
}
