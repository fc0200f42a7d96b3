import RoundtableClient
import RoundtableModel

extension Simulation {
    /// Taps a bubble, by default the newest, on a device without the app: its URL opens in the browser. The result is
    /// the page, as HTML.
    package func openPage(
        of tapped: Bubble? = nil, on device: SimulatedDevice.ID, in group: Group.ID
    ) async throws -> String {
        let transcript = transcript(on: device, in: group)
        guard let bubble = tapped ?? transcript.bubbles.last, transcript.contains(bubble) else {
            throw SimulationError.notInTranscript
        }
        return try await install(on: device).client.page(of: bubble.token)
    }
}
