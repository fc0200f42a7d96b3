import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The ice cream as it stands, with the part that waits for Send, and what happened since the person looked last.
struct ConeView: View {
    let game: MessagesGame
    let shown: ShownGame

    var body: some View {
        VStack {
            AsyncImage(url: picture) {
                $0.resizable()
            } placeholder: {
                ProgressView()
            }
            .frame(width: 240, height: 240)
            .accessibilityLabel(Text(verbatim: shown.view.message?.accessibilityLabel ?? ""))
            ForEach(shown.missed, id: \.revision) { event in
                Text(verbatim: event.summaryText).foregroundStyle(.secondary)
            }
            if shown.needsMessage {
                Button("Tell the others") { game.nudge() }.buttonStyle(.bordered)
            }
        }
        .animation(.default, value: shown.view.revision)
        .task(id: shown.view.revision) {
            // Long enough to be read; then it is not told again.
            if (try? await Task.sleep(nanoseconds: 4_000_000_000)) != nil { game.didShow(shown.view.revision) }
        }
    }

    private var picture: URL? {
        shown.view.draft?.message.layout.image ?? shown.view.message?.layout.image
    }
}
