public import Foundation

/// Something that a person can send besides a game's bubbles: the other things that an `MSConversation` takes.
///
/// It has no token, so the service knows nothing of it and Messages calls no method when it is sent.
public enum MessageContent: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A sticker in a local file: PNG, APNG, GIF or JPEG of at most 500 KB. The description is read aloud.
    case sticker(URL, description: String)
    /// A local file, such as a picture of the final board; the receivers see its name, or the given one.
    case attachment(URL, name: String? = nil)
}
