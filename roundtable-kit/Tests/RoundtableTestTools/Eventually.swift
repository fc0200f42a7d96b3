public import Testing

/// Returns as soon as a condition holds, and fails the test if that does not happen.
///
/// The bound is there so that nothing hangs, and measures nothing: it counts the pauses between two looks, of which a
/// test that gets no processor takes none.
public func eventually(
    _ awaited: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let _: Bool = try await eventually(awaited, sourceLocation: sourceLocation) { try await condition() ? true : nil }
}

/// Returns what a look finds, as soon as it finds something, and fails the test if that does not happen.
public func eventually<Found: Sendable>(
    _ awaited: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ look: () async throws -> Found?
) async throws -> Found {
    // 20 ms each but the first: pauses of two minutes.
    for milliseconds in 1...6000 {
        if let found = try await look() { return found }
        try await Task.sleep(for: .milliseconds(min(milliseconds, 20)))
    }
    return try #require(try await look(), "It does not happen: \(awaited)", sourceLocation: sourceLocation)
}
