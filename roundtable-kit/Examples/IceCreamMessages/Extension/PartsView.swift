import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The parts that may be added now, a button each.
struct PartsView: View {
    let game: MessagesGame
    let shown: ShownGame

    var body: some View {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: 120))], spacing: 8) {
            ForEach(shown.view.legalMoves ?? [], id: \.self) { move in
                Button(LocalizedStringKey(name(of: move))) { game.play(move) }.buttonStyle(.bordered)
            }
        }
    }

    /// The part of a move such as `Topping=topping05`, by whose name the texts are filed.
    private func name(of move: GameJSON) -> String {
        let text = move.string ?? ""
        return text.split(separator: "=").last.map(String.init) ?? text
    }
}
