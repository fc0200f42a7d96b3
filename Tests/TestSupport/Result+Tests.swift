extension Result where Failure == any Error {
    /// The outcome of a body, for callers that clean up whether it throws or not.
    static func of(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
