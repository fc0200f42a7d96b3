public import RoundtableModel

/// The part of Messages that a game needs; on a device it is the extension's view controller.
@MainActor
public protocol MessagesHost: AnyObject {
    /// The people of the conversation, as Messages identifies them now; nil while there is no conversation.
    var people: Conversation? { get }

    /// Whether this is a live bubble in the transcript, which shows its game and takes up no move.
    var isLiveBubble: Bool { get }

    /// Makes a session for bubbles that replace none.
    func makeSession() -> BubbleSession

    /// Puts a bubble into the input field. Its error's code is reported to the service.
    func insert(_ bubble: OutgoingBubble, in session: BubbleSession) async throws

    /// Sends a bubble at once, which Messages allows once per touch.
    func send(_ bubble: OutgoingBubble, in session: BubbleSession) async throws

    /// Makes room for the input field, where the person presses Send.
    func requestCompactPresentation()
}
