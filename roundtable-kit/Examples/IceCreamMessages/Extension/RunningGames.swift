import RoundtableClient
import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The person's running games, each of which can be opened without a bubble of it: with whom, whose turn it is, and until
/// when.
struct RunningGames: View {
    let game: MessagesGame
    /// The game on screen; the list is read again when it changes.
    let shown: SessionView?
    @State private var sessions: [SessionSummary] = []
    @State private var next: String?
    @State private var hasFailed = false

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if !sessions.isEmpty { Text("Your games").font(.headline) }
            ForEach(sessions, id: \.id) { session in
                Button {
                    game.open(session.id)
                } label: {
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
                .disabled(session.id == shown?.id)
            }
            if let next {
                Button("More games") { Task { await load(after: next) } }
            }
            if hasFailed {
                Button("Show your games") { Task { await load(after: nil) } }
            }
            if !sessions.isEmpty {
                Text("What you add is sent in the conversation that is open now.").font(.caption)
            }
        }
        .task(id: shown?.revision) { await load(after: nil) }
    }

    private func load(after cursor: String?) async {
        do {
            let page = try await game.sessions(SessionFilter(state: .active, after: cursor))
            sessions = cursor == nil ? page.sessions : sessions + page.sessions
            (next, hasFailed) = (page.next, false)
        } catch {
            hasFailed = !(error is CancellationError)
        }
    }
}
