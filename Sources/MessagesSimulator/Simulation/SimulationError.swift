/// An action that Messages doesn't have, or in the wrong order.
package enum SimulationError: Error, Equatable {
    /// The app has shown no session yet: create one or tap a bubble.
    case nothingOpened
    case nothingStaged
    /// The bubble has not arrived on this device.
    case notInTranscript
    case appMissing
    /// The bubble's URL is none of the service's.
    case foreignBubble
    case unknownGame(String)
}
