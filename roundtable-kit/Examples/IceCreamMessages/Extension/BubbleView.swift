import RoundtableMessages
import RoundtableModel
import SwiftUI

/// A live bubble in the transcript: the ice cream as it stands now, and a line about it. A tap opens the app.
struct BubbleView: View {
    static let lineHeight: CGFloat = 44

    let state: GameState

    var body: some View {
        VStack(spacing: 0) {
            if let view = state.game?.view {
                ConePicture(view: view)
                Text(verbatim: view.message?.summaryText ?? "").font(.caption).frame(height: Self.lineHeight)
            } else if let explanation = state.explanation {
                Text(explanation.text).multilineTextAlignment(.center).padding()
            } else if state == .empty {
                // Such as after the person was erased.
                Text("Tap to see the ice cream").multilineTextAlignment(.center).padding()
            } else {
                ProgressView()
            }
        }
    }
}
