public import Foundation
public import RoundtableModel

/// The part of Messages that a game needs; on a device it is the extension's view controller.
@MainActor
public protocol MessagesHost: AnyObject {
    /// The people of the conversation, as Messages identifies them now; nil while there is no conversation.
    var people: Conversation? { get }

    /// The style in which Messages shows the app now. A live bubble (`transcript`) shows its game and takes up no move.
    var style: PresentationStyle { get }

    /// Makes a session for bubbles that replace none.
    func makeSession() -> BubbleSession

    /// Puts a bubble into the input field.
    ///
    /// - Throws: ``MessagesHostError/noConversation`` if there is no conversation: the bubble is staged later. Of any
    ///   other error, the code is reported to the service.
    func insert(_ bubble: OutgoingBubble, in session: BubbleSession) async throws

    /// Sends a bubble at once, which Messages allows once per touch.
    func send(_ bubble: OutgoingBubble, in session: BubbleSession) async throws

    /// Puts a text, a sticker or a file into the input field.
    func insert(_ content: MessageContent) async throws

    /// Sends a text, a sticker or a file at once, which Messages allows once per touch.
    func send(_ content: MessageContent) async throws

    /// Makes room for the transcript and the input field, where the person presses Send.
    func requestCompactPresentation()

    /// Makes room for the keyboard; opens the app, if it is a live bubble that asks.
    func requestExpandedPresentation()

    /// Closes the app.
    func dismiss()
}

/// The errors of a host itself; all others are those of Messages.
public enum MessagesHostError: Error, Hashable {
    /// There is no conversation, such as after the person has left the app.
    case noConversation
}

/// A host that has one style only, such as a test's, and sends bubbles only.
extension MessagesHost {
    /// Expanded.
    public var style: PresentationStyle { .expanded }

    /// Throws `CocoaError.featureUnsupported`.
    public func insert(_ content: MessageContent) async throws { throw CocoaError(.featureUnsupported) }

    /// Throws `CocoaError.featureUnsupported`.
    public func send(_ content: MessageContent) async throws { throw CocoaError(.featureUnsupported) }

    /// Stays as it is.
    public func requestExpandedPresentation() {}

    /// Stays as it is.
    public func dismiss() {}
}

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
