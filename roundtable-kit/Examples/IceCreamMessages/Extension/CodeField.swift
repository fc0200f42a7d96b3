import RoundtableMessages
import SwiftUI

/// A field for the code that the person's other device shows. There is no keyboard in the compact style, so it asks for
/// the expanded one first.
struct CodeField: View {
    let game: MessagesGame
    let style: PresentationStyle
    @State private var code = ""

    var body: some View {
        if style == .expanded {
            TextField("Code of your other device", text: $code).textFieldStyle(.roundedBorder)
            AttemptButton(title: "Use this code", game: game) { try await game.link(code: code) }.disabled(code.isEmpty)
        } else {
            Button("Type a code") { game.requestExpandedPresentation() }.buttonStyle(.bordered)
        }
    }
}
