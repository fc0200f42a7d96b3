import RoundtableModel

/// The things that a person can ask to see.
enum Subject {
    /// The game of a message, perhaps of one that is none of the service's.
    case bubble(IncomingBubble)
    /// A game by its ID.
    case session(SessionID)

    /// Whether this asks for the same as another one did.
    func isSame(as other: Subject?) -> Bool {
        switch (self, other) {
        case (.bubble(let one), .bubble(let other)): one.token == other.token
        case (.session(let one), .session(let other)): one == other
        case (.bubble, _), (.session, _): false
        }
    }
}
