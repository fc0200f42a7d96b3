import RoundtableClient
import RoundtableModel
import SwiftUI

/// A button whose work may fail, and that says why if it does.
struct AttemptButton: View {
    let title: LocalizedStringKey
    var role: ButtonRole?
    let work: @MainActor () async throws -> Void
    @State private var isBusy = false
    @State private var hasFailed = false
    @State private var reason: String?

    var body: some View {
        VStack(alignment: .leading) {
            Button(title, role: role) { Task { await attempt() } }.disabled(isBusy)
            if let reason {
                Text(verbatim: reason).font(.caption)
            } else if hasFailed {
                Text("That didn’t work. Check the connection and try again.").font(.caption)
            }
        }
    }

    private func attempt() async {
        (isBusy, hasFailed, reason) = (true, false, nil)
        defer { isBusy = false }
        do {
            try await work()
        } catch {
            // The service's own sentence, such as about a wrong code, is in the person's language.
            (hasFailed, reason) = (true, (error as? RoundtableError)?.problem?.detail)
        }
    }
}
