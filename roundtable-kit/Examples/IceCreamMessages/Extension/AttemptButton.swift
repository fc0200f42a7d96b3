import RoundtableMessages
import SwiftUI

/// A button whose work may fail, and that says why if it does.
struct AttemptButton: View {
    let title: LocalizedStringKey
    var role: ButtonRole?
    let game: MessagesGame
    let work: @MainActor () async throws -> Void
    @State private var isBusy = false
    @State private var explanation: Explanation?

    var body: some View {
        VStack(alignment: .leading) {
            Button(title, role: role) { Task { await attempt() } }.disabled(isBusy)
            if let explanation { Text(explanation.text).font(.caption) }
        }
    }

    private func attempt() async {
        (isBusy, explanation) = (true, nil)
        defer { isBusy = false }
        do {
            try await work()
        } catch {
            explanation = game.explanation(of: error)
        }
    }
}
