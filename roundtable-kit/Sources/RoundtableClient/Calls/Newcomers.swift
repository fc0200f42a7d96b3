import RoundtableModel

/// Makes a player for whoever has none: one, however many calls need it at the same time.
actor Newcomers {
    private let keep: @Sendable (Credential) async throws -> Void
    private var making: Task<Void, any Error>?

    init(keep: @escaping @Sendable (Credential) async throws -> Void) { self.keep = keep }

    func ensurePlayer(of client: RoundtableClient) async throws(RoundtableError) {
        // NB: of several calls each waits for the one that came first; only then is it known whether a player is
        // missing.
        while let making {
            _ = await making.result
            if self.making == making { self.making = nil }
        }
        guard await client.credential() == nil else { return }
        let task = making ?? Task { [keep] in try await keep(client.makePlayer().token) }
        making = task
        do {
            try await task.value
        } catch {
            throw error as? RoundtableError ?? .unkept(error)
        }
    }
}
