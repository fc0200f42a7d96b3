public import RoundtableModel

extension RoundtableClient {
    // swift: importing RoundtableModel
    //   in (roundtable: RoundtableClient, view: SessionView, local: ParticipantID, show: (SessionView) -> Void)
    //   async throws

    /// The session as it is now, and again whenever it looks different to this reader, for as long as it is iterated:
    /// whatever may pass, such as a tunnel, is waited for.
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

/// The views of a session, one after the other; it ends by throwing a `RoundtableError` that will not pass by itself: a
/// refusal, or the task's cancellation.
public struct SessionChanges: AsyncSequence, Sendable {
    /// A view of the session after a change.
    public typealias Element = SessionView

    let client: RoundtableClient
    let id: SessionID
    let participant: ParticipantID?
    let seconds: Int

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// Reads on from what it has shown.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: SessionChanges
        private var known: ETag?
        private var last: SessionView?
        private var failed = 0

        init(changes: SessionChanges) { self.changes = changes }

        /// Waits for a view that differs from the one before.
        public mutating func next() async throws -> SessionView? {
            while true {
                do throws(RoundtableError) {
                    if let view = try await read() { return view }
                    failed = 0
                    // NB: something between us and the service may not hold requests; without a pause we would spin.
                    try await changes.client.wait(changes.client.retries.firstPause)
                } catch {
                    guard error.mayPass else { throw error }
                    failed += 1
                    try await changes.client.wait(changes.client.retries.pause(afterFailures: failed))
                }
            }
        }

        private mutating func read() async throws(RoundtableError) -> SessionView? {
            let reading = try await changes.client.session(
                changes.id, unless: known, wait: known == nil ? nil : changes.seconds, as: changes.participant)
            // NB: something in between may take the tags away, and then every answer is a view.
            guard case .changed(let view, let tag) = reading, tag != nil || view != last else { return nil }
            (known, last, failed) = (tag, view, 0)
            return view
        }
    }
}
