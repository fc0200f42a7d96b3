// What README.md leaves to the reader.
import Foundation
import RoundtableMessages
import SwiftUI

let serviceURL = URL(filePath: "/")

struct BoardView: View {
    init(_ shown: ShownGame, drop: @escaping (Int) -> Void = { _ in }) {}
    var body: some View { EmptyView() }
}
