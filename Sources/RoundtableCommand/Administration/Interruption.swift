import ArgumentParser
import UnixSignals

/// Does something that SIGINT and SIGTERM cancel, so that nothing half made is left behind.
///
/// - Throws: exit code 130, as shells have it, once what was cancelled is over.
func interruptible<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask {
            _ = await signals.first { _ in true }
            return nil
        }
        group.addTask { try await body() }
        defer { group.cancelAll() }
        if let value = try await group.next() ?? nil { return value }
        group.cancelAll()
        _ = await group.nextResult()
        throw ExitCode(130)
    }
}
