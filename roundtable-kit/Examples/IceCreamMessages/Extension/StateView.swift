import RoundtableMessages
import RoundtableModel
import SwiftUI

/// One view for each state of the game.
struct StateView: View {
    let game: MessagesGame
    let state: GameState
    let style: PresentationStyle

    var body: some View {
        switch state {
        case .empty:
            BeginButton(title: "Start an ice cream", game: game)
            if style == .compact { RunningGames(game: game, shown: nil) }
        case .opening:
            ProgressView()
        case .showing(let shown):
            // While the style changes, the bubble that comes with it may show another game.
            ConeView(game: game, shown: shown).opacity(game.nextStyle == nil ? 1 : 0.5)
            if shown.view.state == .active {
                ClockView(view: shown.view)
                PartsView(game: game, shown: shown)
            } else {
                NextView(game: game, view: shown.view)
            }
        case .composing(let shown):
            if let shown { ConeView(game: game, shown: shown).opacity(0.5) }
            ProgressView()
        case .staged(_, let shown):
            ConeView(game: game, shown: shown)
            Text("Press Send.").font(.headline)
            Button("Put it back into the message") { game.stageAgain() }.buttonStyle(.bordered)
        case .refused(let explanation, let shown):
            ExplanationView(game: game, explanation: explanation, style: style)
            if let shown { ConeView(game: game, shown: shown) }
        case .offline(let explanation, let shown):
            if let shown { ConeView(game: game, shown: shown) }
            Text(explanation.text).multilineTextAlignment(.center)
            Button("Try again") { game.retry() }.buttonStyle(.bordered)
        }
    }
}

/// The ways on from an ice cream that is ready: with the same people, or with whoever joins.
private struct NextView: View {
    let game: MessagesGame
    let view: SessionView

    var body: some View {
        if let rematch = view.rematch {
            Button("Open the next ice cream") { game.open(rematch) }.buttonStyle(.bordered)
        } else if view.outcome != nil, view.revision > 0, view.you != nil {
            Button("Once more with the same people") { game.act(.rematch) }.buttonStyle(.bordered)
        }
        BeginButton(title: "Start another ice cream", game: game)
    }
}

/// Begins an ice cream with live bubbles, and with three days for a part.
private struct BeginButton: View {
    let title: LocalizedStringKey
    let game: MessagesGame

    var body: some View {
        Button(title) {
            game.begin("ice-cream", live: true) { $0.clock = ClockSettings(turnSeconds: 3 * 24 * 60 * 60) }
        }
        .buttonStyle(.borderedProminent)
    }
}

/// The time that is left for the next part.
private struct ClockView: View {
    let view: SessionView

    var body: some View {
        if let deadline = view.deadline {
            HStack {
                Text("Time left:")
                Text(deadline, style: .relative)
            }
            .font(.caption)
        } else if view.clock?.paused == true {
            Text("The clock stands still until somebody adds a part.").font(.caption)
        }
    }
}
