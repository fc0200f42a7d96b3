import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The screen in each presentation style: a live bubble, the place of the keyboard, or almost the whole screen.
struct GameScreen: View {
    @ObservedObject var game: MessagesGame

    var body: some View {
        switch game.style {
        case .transcript:
            BubbleView(state: game.state)
        case .compact:
            ScrollView {
                VStack(spacing: 16) {
                    StateView(game: game, state: game.state, style: game.style)
                    Button("More") { game.requestExpandedPresentation() }
                }
                .padding()
            }
        case .expanded:
            ScrollView {
                VStack(spacing: 16) {
                    StateView(game: game, state: game.state, style: game.style)
                    Divider()
                    if game.state.game?.view.state == .active {
                        Button("Leave this ice cream, and start another") { game.close() }
                    }
                    PlayerView(game: game, shown: game.state.game?.view)
                    HStack {
                        Button("Show the conversation") { game.requestCompactPresentation() }
                        Spacer()
                        Button("Close") { game.dismiss() }
                    }
                }
                .padding()
            }
        }
    }
}
