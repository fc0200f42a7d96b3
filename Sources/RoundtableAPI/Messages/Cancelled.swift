/// The answer to a message taken back.
public struct Cancelled: Codable, Hashable, Sendable {
    /// The current state.
    public var session: View

    /// Makes the answer.
    public init(session: View) {
        self.session = session
    }
}
