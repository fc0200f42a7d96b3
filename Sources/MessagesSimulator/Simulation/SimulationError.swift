/// An action that Messages doesn't have, or in the wrong order.
package enum SimulationError: Error, Equatable {
    /// The app has shown no session yet: create one or tap a bubble.
    case nothingOpened
    /// There is nothing in the input field.
    case nothingStaged
    /// The bubble has not arrived on this device.
    case notInTranscript
    /// The device doesn't have the app.
    case appMissing
    /// The bubble's URL is none of the service's.
    case foreignBubble
    /// The service has no game of that name.
    case unknownGame(String)
}
