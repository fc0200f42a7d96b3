/// Whose turn it is: a value that a game keeps in its state, or makes from it.
///
/// It names seats, not people. Who has left is left out whenever it is asked (``toAct(at:)``), so nothing has to be
/// repaired when somebody goes, and whoever comes late is in at once.
public enum TurnOrder: Hashable, Sendable {
    /// One after the other around the table. If the seat that is next does not play any more, whoever follows it is.
    case rotation(next: SeatIndex = 0, isReversed: Bool = false)
    /// Everybody once, in any order or at the same time; `done` are those who have, sorted.
    case simultaneous(done: [SeatIndex] = [])
    /// Everybody, as often as they like.
    case anyone
    /// Those who were named, each once, together. If none of them plays any more, whoever follows the first of them is.
    case named([SeatIndex])

    /// The seats that may act now, in order; nobody if nobody plays any more, or once everybody has acted where each
    /// acts once.
    public func toAct(at table: GameTable) -> [SeatIndex] {
        switch self {
        case .rotation(let next, let isReversed):
            if table.isInPlay(next) { return [next] }
            return table.seat(after: next, isReversed: isReversed).map { [$0] } ?? []
        case .simultaneous(let done): return table.inPlay.filter { !done.contains($0) }
        case .anyone: return table.inPlay
        case .named(let seats):
            let there = table.inPlay.filter(seats.contains)
            if !there.isEmpty { return there }
            return seats.first.flatMap { table.seat(after: $0) }.map { [$0] } ?? []
        }
    }

    /// Goes on after a seat that has moved, passed or was skipped.
    ///
    /// - Parameter steps: in a rotation, how many places further: 1 for the neighbour, 2 to leave that one out. Only
    ///   those who play are counted.
    public mutating func advance(past seat: SeatIndex, at table: GameTable, by steps: Int = 1) {
        switch self {
        case .rotation(_, let isReversed):
            var next = seat
            for _ in 0..<steps { next = table.seat(after: next, isReversed: isReversed) ?? seat }
            self = .rotation(next: next, isReversed: isReversed)
        case .simultaneous(let done):
            if !done.contains(seat) { self = .simultaneous(done: (done + [seat]).sorted()) }
        case .anyone: break
        case .named(let seats):
            self = .named(seats.filter { $0 != seat })
        }
    }

    /// Turns a rotation round; nothing in other orders.
    public mutating func reverse() {
        if case .rotation(let next, let isReversed) = self { self = .rotation(next: next, isReversed: !isReversed) }
    }
}

extension GameTable {
    /// Whether a seat plays or still may: it is taken or open.
    public func isInPlay(_ seat: SeatIndex) -> Bool { self[seat] == .taken || self[seat] == .open }

    /// The next seat around the table that plays or still may; the same one if there is no other, nil if nobody does.
    public func seat(after seat: SeatIndex, isReversed: Bool = false) -> SeatIndex? {
        let count = seats.count
        for step in seats.indices.map({ $0 + 1 }) {
            let place = seat.rawValue + (isReversed ? -step : step)
            let next = SeatIndex(((place % count) + count) % count)
            if isInPlay(next) { return next }
        }
        return nil
    }
}
