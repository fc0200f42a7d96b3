/// The styles in which Messages shows an instance of an app.
package enum Presentation: Sendable, Hashable {
    /// In the place of the keyboard.
    case compact
    /// Over almost the whole screen.
    case expanded
    /// As a live bubble, in the transcript or in the input field.
    case transcript
}
