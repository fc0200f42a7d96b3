package import GameRules
package import Roundtable

extension Session {
    /// The legal moves of a seat.
    package func legalMoves(of seat: SeatIndex) -> [GameJSON] {
        (try? position.legalMoves(for: seat, at: seating.table)) ?? []
    }
}
