/// The states of a session.
public enum SessionState: String, GrowingVocabulary {
    /// Its opening message hasn't been sent.
    case draft
    /// It waits for players before it starts.
    case waiting
    /// It is being played.
    case active
    /// It has been played to its end.
    case finished
    /// Its players have given it up.
    case abandoned
    /// A word that came later.
    case unknown
}
