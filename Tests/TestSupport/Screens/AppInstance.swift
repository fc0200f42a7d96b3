package import MessagesSimulator
package import RoundtableModel

/// An instance of an app's extension, as Messages calls its view controller.
///
/// Messages makes one for the open app and one for each live bubble in sight, all of them in one process.
@MainActor
package protocol AppInstance: AnyObject {
    /// The instance came to the foreground, perhaps with a selected bubble; a live one always with its own.
    func willBecomeActive(with selected: HandedBubble?)
    /// The instance is about to leave the foreground.
    func willResignActive()
    /// The style is about to change.
    func willTransition(to style: Presentation)
    /// The style has changed.
    func didTransition(to style: Presentation)
    /// A bubble was tapped while the app is open.
    func didSelect(_ selected: HandedBubble)
    /// Somebody's bubble arrived while the app is open.
    func didReceive(_ received: HandedBubble)
    /// The person pressed Send.
    func didStartSending(_ bubble: HandedBubble)
    /// The person removed a bubble from the input field.
    func didCancelSending(_ bubble: HandedBubble)
}

/// A bubble as Messages hands it to an app.
package struct HandedBubble: Sendable, Hashable {
    package let bubble: Bubble
    /// This device's identifier of its sender; nil while the bubble is in the input field.
    package let sender: ParticipantID?
}

/// The styles in which Messages shows an instance of an app.
package enum Presentation: Sendable, Hashable {
    /// In the place of the keyboard.
    case compact
    /// Over almost the whole screen.
    case expanded
    /// As a live bubble, in the transcript or in the input field.
    case transcript
}
