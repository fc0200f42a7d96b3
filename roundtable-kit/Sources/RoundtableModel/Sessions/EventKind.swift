/// The kinds of event.
public enum EventKind: String, GrowingVocabulary {
    /// The session was begun.
    case opened
    /// A seat was taken.
    case joined
    /// The game started.
    case started
    /// A player moved.
    case moved
    /// A player gave up the game.
    case resigned
    /// A player left their seat.
    case left
    /// A seat's turn was passed over: its player is gone, or an operator did so.
    case skipped
    /// A seat took longer than allowed.
    case timedOut
    /// A player offered a draw, an undo or a pause.
    case offered
    /// A player accepted the offer. If all have, the game is drawn by it.
    case accepted
    /// A player declined the offer, or took it back.
    case declined
    /// Moves were taken back, since all agreed.
    case undone
    /// The game was paused, since all agreed.
    case paused
    /// A player ended the pause.
    case resumed
    /// A player with a new credential got their seat back.
    case reclaimed
    /// The game ended without a winner: all players were late at the same time, or an operator ended it.
    case abandoned
    /// A word that came later.
    case unknown
}
