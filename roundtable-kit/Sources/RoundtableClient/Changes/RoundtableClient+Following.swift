import RoundtableModel

extension RoundtableClient {
    /// Takes each view of a session as it comes, until the taker has enough; throws what will not pass by itself.
    func follow(
        _ id: SessionID, as participant: ParticipantID?, by method: SessionFeed.Method,
        taking take: (SessionView) async -> Bool
    ) async throws {
        switch method {
        case .heldReads(let seconds):
            for try await view in changes(of: id, as: participant, wait: seconds) {
                guard await take(view) else { return }
            }
        case .stream:
            try await followStream(of: id, as: participant, taking: take)
        }
    }

    /// Reads the session at each of its revisions; the stream begins with the current one.
    private func followStream(
        of id: SessionID, as participant: ParticipantID?, taking take: (SessionView) async -> Bool
    ) async throws {
        var failed = 0
        while true {
            do {
                for try await _ in revisions(of: id) {
                    guard await take(try await session(id, as: participant)) else { return }
                    failed = 0
                }
            } catch let error as RoundtableError where error.mayPass {
                failed += 1
                try await wait(retries.pause(afterFailures: failed))
            }
        }
    }
}
