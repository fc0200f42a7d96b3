import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The ice cream as it stands, with the part that waits for Send, and what happened since the person looked last.
struct ConeView: View {
    let game: MessagesGame
    let shown: ShownGame

    var body: some View {
        VStack {
            ConePicture(view: shown.view).frame(width: 240, height: 240)
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
}

/// The service's picture of the ice cream.
struct ConePicture: View {
    let view: SessionView

    var body: some View {
        AsyncImage(url: view.draft?.message.layout.image ?? view.message?.layout.image) {
            $0.resizable()
        } placeholder: {
            ProgressView()
        }
        .accessibilityLabel(Text(verbatim: view.message?.accessibilityLabel ?? ""))
    }
}
