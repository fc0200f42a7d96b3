/// The ways in which Messages shows an app, named as in `MSMessagesAppPresentationStyle`.
public enum PresentationStyle: Hashable, Sendable {
    /// In the place of the keyboard, below the transcript. No text can be typed here.
    case compact
    /// Over almost the whole screen, with a keyboard for text fields.
    case expanded
    /// As a live bubble in the transcript, next to other bubbles that are instances of their own.
    case transcript
}
