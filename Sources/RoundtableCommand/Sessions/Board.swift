import BoardDrawings
import GameRules
import Roundtable

/// A board as somebody without a seat may see it.
struct Board: Encodable {
    private let game: GameName
    private let seats: Int
    private let json: GameJSON

    init(of session: Session) throws(ServiceError) {
        game = session.identity.game
        seats = session.seating.seats.count
        json = try session.board(for: .bystander)
    }

    /// The board as characters, indented, for so many columns; by default those of the terminal.
    func lines(indent: Int, width: Int = (TerminalSize.ofOutput ?? .usual).columns) -> [String] {
        let names = (0..<seats).map { "Seat \($0)" }
        let lines = BoardDrawing(of: game.rawValue, json, for: nil, names: names, width: width - indent).lines
        return (lines.isEmpty ? ["nothing yet"] : lines).map {
            (String(repeating: " ", count: indent) + $0.withoutControls).trimmingSuffix(" ")
        }
    }

    func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
