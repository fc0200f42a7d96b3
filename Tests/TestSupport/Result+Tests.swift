extension Result {
    /// The outcome of a body, for callers that go on whether it throws or not.
    package static func of(_ body: () async throws(Failure) -> Success) async -> Self {
        do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
}
