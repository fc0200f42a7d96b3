import RoundtableMessages
import SwiftUI

/// Why something did not happen, and what can be done about it.
struct ExplanationView: View {
    let game: MessagesGame
    let explanation: Explanation
    let style: PresentationStyle

    var body: some View {
        VStack(spacing: 12) {
            Text(explanation.text).multilineTextAlignment(.center)
            if explanation.kind == .otherDevice {
                CodeField(game: game, style: style)
            }
            if explanation.kind == .unknownPlayer {
                AttemptButton(title: "Play as a new player", game: game) { try await game.startOver() }
            }
            Button("OK") { game.dismissExplanation() }.buttonStyle(.borderedProminent)
        }
    }
}
