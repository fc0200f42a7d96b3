/// The board that a picture shows: the public part of it, which no later event changes.
package enum PicturedBoard: Hashable, Sendable {
    /// The board after an event.
    case after(Int, of: SessionID)
    /// The board as a draft would leave it, on the session as it was when the draft was made; without the draft's
    /// effect, if that would show what nobody may know before the message is sent.
    case proposed(DraftID, in: SessionID)

    package var session: SessionID {
        switch self {
        case .after(_, let session), .proposed(_, let session): session
        }
    }
}
