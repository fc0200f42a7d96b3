import RoundtableClient
import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The person's running games, each of which can be opened without a bubble of it: with whom, whose turn it is, and
/// until when.
struct RunningGames: View {
    let game: MessagesGame
    /// The game on screen; the list is read again when it changes.
    let shown: SessionView?
    @StateObject private var list: PlayerGames

    init(game: MessagesGame, shown: SessionView?) {
        self.game = game
        self.shown = shown
        _list = StateObject(wrappedValue: PlayerGames(in: game.owner, SessionFilter(state: .active)))
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if !list.sessions.isEmpty { Text("Your games").font(.headline) }
            ForEach(list.sessions, id: \.id) { session in
                Button {
                    game.open(session.id)
                } label: {
                    GameLine(session: session)
                }
                .disabled(session.id == shown?.id)
                Button("Hide this game") { Task { await list.hide(session) } }.font(.caption)
            }
            if list.hasMore {
                Button("More games") { Task { await list.loadMore() } }
            }
            if let explanation = list.explanation {
                Text(verbatim: explanation.text).font(.caption)
                Button("Show your games") { Task { await list.refresh() } }
            }
            if !list.sessions.isEmpty {
                Text("What you add is sent in the conversation that is open now.").font(.caption)
            }
        }
        .task(id: [shown?.id.description, shown?.revision.description]) { await list.refresh() }
    }
}

/// One game of the list.
private struct GameLine: View {
    let session: SessionSummary

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: session.summaryText)
            if !session.others.isEmpty {
                Text(verbatim: session.others.formatted(.list(type: .and))).font(.caption)
            }
            if session.yourTurn { Text("Your turn").font(.caption) }
            if let deadline = session.deadline {
                Text("Until \(deadline.formatted(date: .abbreviated, time: .shortened))").font(.caption)
            }
        }
    }
}
