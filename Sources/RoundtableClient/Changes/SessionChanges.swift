public import RoundtableModel

extension RoundtableClient {
    /// The session as it is now, and again whenever it looks different to this reader, until the task is cancelled.
    ///
    /// ```swift
    /// for try await view in roundtable.changes(of: view.id, as: local) { show(view) }
    /// ```
    public func changes(
        of id: SessionID, as participant: ParticipantID? = nil, wait seconds: Int = 25
    ) -> SessionChanges {
        SessionChanges(client: self, id: id, participant: participant, seconds: seconds)
    }
}

/// The views of a session, one after the other; it ends by throwing `RoundtableError`.
public struct SessionChanges: AsyncSequence, Sendable {
    /// What the sequence brings.
    public typealias Element = SessionView

    let client: RoundtableClient
    let id: SessionID
    let participant: ParticipantID?
    let seconds: Int

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: self)
    }

    /// Reads on from what it has shown.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: SessionChanges
        private var known: ETag?

        init(changes: SessionChanges) {
            self.changes = changes
        }

        /// Waits for a view that differs from the one before.
        public mutating func next() async throws -> SessionView? {
            while true {
                let reading = try await changes.client.session(
                    changes.id, unless: known, wait: known == nil ? nil : changes.seconds, as: changes.participant)
                if case .changed(let view, let tag) = reading {
                    known = tag
                    return view
                }
                // NB: something between us and the service may not hold requests; without a pause we would spin.
                try await changes.client.wait(changes.client.retries.firstPause)
            }
        }
    }
}
