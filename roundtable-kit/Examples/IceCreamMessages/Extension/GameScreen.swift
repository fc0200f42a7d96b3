import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The screen: one view for each state of the game.
struct GameScreen: View {
    @ObservedObject var game: MessagesGame

    var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                switch game.state {
                case .empty:
                    Button("Start an ice cream") { game.begin("ice-cream") }.buttonStyle(.borderedProminent)
                case .opening:
                    ProgressView()
                case .showing(let shown):
                    ConeView(game: game, shown: shown)
                    PartsView(game: game, shown: shown)
                case .composing(let shown):
                    if let shown { ConeView(game: game, shown: shown).opacity(0.5) }
                    ProgressView()
                case .staged(_, let shown):
                    ConeView(game: game, shown: shown)
                    Text("Press Send to add it.").font(.headline)
                    Button("Put it back into the message") { game.stageAgain() }.buttonStyle(.bordered)
                case .refused(let explanation, let shown):
                    ExplanationView(game: game, explanation: explanation)
                    if let shown { ConeView(game: game, shown: shown) }
                case .offline(let explanation, let shown):
                    if let shown { ConeView(game: game, shown: shown) }
                    Text(explanation.text).multilineTextAlignment(.center)
                    Button("Try again") { game.retry() }.buttonStyle(.bordered)
                }
            }
            .padding()
        }
    }
}
