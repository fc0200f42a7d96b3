/// The status of a message.
public enum MessageStatus: String, GrowingVocabulary {
    /// Its event is the newest.
    case latest
    /// Its event has been followed by others.
    case earlier
    /// Its move waits to be sent.
    case draft
    /// Its move came too late and never counted.
    case overtaken
    /// Its author took it back.
    case cancelled
    /// A word that came later.
    case unknown
}
