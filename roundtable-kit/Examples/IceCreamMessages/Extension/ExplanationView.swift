import RoundtableMessages
import SwiftUI

/// Why something did not happen, and what can be done about it.
struct ExplanationView: View {
    let game: MessagesGame
    let explanation: Explanation
    @State private var code = ""

    var body: some View {
        VStack {
            Text(explanation.text).multilineTextAlignment(.center)
            if explanation.kind == .otherDevice {
                TextField("Code", text: $code)
                Button("Use this code") { link() }.buttonStyle(.bordered)
            }
            if explanation.kind == .unknownPlayer {
                Button("Play as a new player") { startOver() }.buttonStyle(.bordered)
            }
            Button("OK") { game.dismissExplanation() }.buttonStyle(.borderedProminent)
        }
    }

    private func startOver() {
        // What fails leaves the explanation where it is.
        Task { try? await game.startOver() }
    }

    private func link() {
        Task {
            // A wrong code leaves the explanation where it is, and the code can be typed again.
            if (try? await game.link(code: code)) == nil { code = "" }
        }
    }
}
