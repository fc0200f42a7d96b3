/// Work that nobody waits for, whose statements may take longer than the configuration allows.
package enum PatientWork {
    @TaskLocal static var timeLimit: Duration?

    /// Does something whose statements may take so long each.
    package static func with<Output>(
        timeLimit: Duration, _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await $timeLimit.withValue(timeLimit, operation: body)
    }
}
