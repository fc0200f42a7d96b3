import BoardDrawings
import GameRules
import Roundtable

/// A board as somebody without a seat may see it.
struct Board {
    let json: GameJSON

    init(of session: Session) throws(ServiceError) { json = try session.board(for: .bystander) }

    /// The board as characters, indented, for so many columns; by default those of the terminal.
    func lines(indent: Int, width: Int = (TerminalSize.ofOutput ?? .usual).columns) -> [String] {
        let lines = BoardDrawing(of: json, width: width - indent).lines
        return (lines.isEmpty ? ["nothing yet"] : lines).map {
            (String(repeating: " ", count: indent) + $0.withoutControls).withoutTrailingSpaces
        }
    }
}
