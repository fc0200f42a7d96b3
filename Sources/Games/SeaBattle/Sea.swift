/// One seat's sea: its fleet, if it has put out, and the shots at it.
struct Sea: Hashable, Sendable {
    let fleet: Fleet?
    let shots: [SeaCell]

    /// The outcome of one shot.
    struct Shot: Hashable, Sendable {
        let cell: SeaCell
        /// The ship that it hit, by its number in the fleet; nil for a miss.
        let ship: Int?
        /// Whether that ship went down by it.
        let sunk: Bool
    }

    /// Every shot with its outcome, in order.
    var results: [Shot] {
        guard let fleet else { return [] }
        var hits = Array(repeating: 0, count: fleet.ships.count)
        return shots.map { cell in
            guard let ship = fleet.number(at: cell) else { return Shot(cell: cell, ship: nil, sunk: false) }
            hits[ship] += 1
            return Shot(cell: cell, ship: ship, sunk: hits[ship] == fleet.ships[ship].length)
        }
    }

    /// Whether all ships have gone down.
    var isLost: Bool {
        guard let fleet, shots.count >= Self.cellsOfFleet else { return false }
        return shots.count { fleet.number(at: $0) != nil } == Self.cellsOfFleet
    }

    private static let cellsOfFleet = Fleet.lengths.reduce(0, +)
}

extension [Sea.Shot] {
    /// The ships that went down, by their numbers in the fleet, in that order of time.
    var sunk: [Int] { compactMap { $0.sunk ? $0.ship : nil } }
}
