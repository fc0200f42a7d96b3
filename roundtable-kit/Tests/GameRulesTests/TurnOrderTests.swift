import GameRules
import Testing

@Suite("Turn orders")
struct TurnOrderTests {
    @Test("a rotation leaves out who has gone, and goes on from there")
    func rotation() {
        var (order, table) = (TurnOrder.rotation(), GameTable(seats: [.taken, .taken, .taken, .taken]))
        order.advance(past: 0, at: table)
        table[1] = .gone
        #expect(order.toAct(at: table) == [2])
        order.advance(past: 2, at: table)
        table[3] = .gone
        #expect(order.toAct(at: table) == [0])
        table[0] = .gone
        #expect(order.toAct(at: table) == [2])
        table[2] = .gone
        #expect(order.toAct(at: table) == [])
    }

    @Test("a rotation may be turned round and may leave out a neighbour")
    func reversal() {
        var (order, table) = (TurnOrder.rotation(), GameTable(seats: [.taken, .taken, .taken, .taken]))
        order.reverse()
        order.advance(past: 0, at: table)
        #expect(order.toAct(at: table) == [3])
        table[3] = .gone
        #expect(order.toAct(at: table) == [2])
        order.advance(past: 2, at: table, by: 2)
        #expect(order.toAct(at: table) == [0])
    }

    @Test("two who are left take turns, and leaving out the neighbour comes back to the same one")
    func twoLeft() {
        var (order, table) = (TurnOrder.rotation(), GameTable(seats: [.gone, .taken, .closed, .taken]))
        #expect(order.toAct(at: table) == [1])
        order.advance(past: 1, at: table)
        #expect(order.toAct(at: table) == [3])
        order.advance(past: 3, at: table, by: 2)
        #expect(order.toAct(at: table) == [3])
        table[3] = .gone
        order.advance(past: 3, at: table)
        #expect(order.toAct(at: table) == [1])
    }

    @Test("everybody acts once, whoever comes late too, and a round is over when those who are left have acted")
    func simultaneous() {
        var (order, table) = (TurnOrder.simultaneous(), GameTable(seats: [.taken, .taken, .open]))
        order.advance(past: 1, at: table)
        order.advance(past: 1, at: table)
        #expect(order == .simultaneous(done: [1]))
        #expect(order.toAct(at: table) == [0, 2])
        table.seats.append(.taken)
        #expect(order.toAct(at: table) == [0, 2, 3])
        for seat in [0, 2, 3] as [SeatIndex] { table[seat] = .gone }
        #expect(order.toAct(at: table) == [])
    }

    @Test("those who were named act, and whoever follows the first of them if none is left")
    func named() {
        var (order, table) = (TurnOrder.named([2, 1]), GameTable(seats: [.taken, .taken, .taken, .taken]))
        #expect(order.toAct(at: table) == [1, 2])
        table[2] = .gone
        #expect(order.toAct(at: table) == [1])
        table[1] = .gone
        #expect(order.toAct(at: table) == [3])
        order.advance(past: 2, at: table)
        order.advance(past: 1, at: table)
        #expect(order.toAct(at: table) == [])
    }

    @Test("random orders with random departures name those whom a list of names would, walked through by hand")
    func randomDepartures() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var generator = SeededRandom(seed: seed)
            let count = Int.random(in: 1...7, using: &generator)
            var table = GameTable(
                seats: (0..<count).map { _ in
                    [.taken, .taken, .taken, .open, .closed].randomElement(using: &generator) ?? .taken
                })
            var order =
                [TurnOrder.rotation(), .simultaneous(), .anyone, .named([SeatIndex(count - 1), 0])].randomElement(
                    using: &generator)
                ?? .anyone
            var model = NaiveOrder(order)
            for _ in 0..<40 {
                let toAct = order.toAct(at: table)
                #expect(toAct == model.toAct(at: table))
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: if let seat = table.all.randomElement(using: &generator) { table[seat] = .gone }
                case 1:
                    order.reverse()
                    model.step = -model.step
                case 2: table.seats.append(.taken)
                default:
                    guard let seat = toAct.randomElement(using: &generator) else { continue }
                    let steps = Int.random(in: 1...2, using: &generator)
                    order.advance(past: seat, at: table, by: steps)
                    model.advance(past: seat, at: table, by: steps)
                }
            }
        }
    }

    @Test("in a rotation without departures everybody acts equally often")
    func fairness() {
        var (order, table) = (TurnOrder.rotation(), GameTable(openSeats: 5))
        table[3] = .closed
        var turns = [SeatIndex: Int]()
        for _ in 0..<40 {
            for seat in order.toAct(at: table) {
                turns[seat, default: 0] += 1
                order.advance(past: seat, at: table)
            }
        }
        #expect(turns == [0: 10, 1: 10, 2: 10, 4: 10])
    }
}

/// Whose turn it is, as somebody finds out who goes round the table with a list of names.
private struct NaiveOrder {
    enum Kind { case rotation, simultaneous, anyone, named }

    let kind: Kind
    /// In a rotation whose turn it is, else those who were named.
    var named: [SeatIndex] = []
    /// Those who have acted.
    var done: Set<SeatIndex> = []
    /// The way round the table.
    var step = 1

    init(_ order: TurnOrder) {
        switch order {
        case .rotation(let next, _): (kind, named) = (.rotation, [next])
        case .simultaneous: kind = .simultaneous
        case .anyone: kind = .anyone
        case .named(let seats): (kind, named) = (.named, seats)
        }
    }

    func toAct(at table: GameTable) -> [SeatIndex] {
        let players = players(at: table)
        switch kind {
        case .anyone: return players
        case .simultaneous: return players.filter { !done.contains($0) }
        case .rotation:
            return walk(from: named[0], at: table, by: players.contains(named[0]) ? 0 : 1).map { [$0] } ?? []
        case .named:
            let there = players.filter(named.contains)
            guard there.isEmpty, let first = named.first else { return there }
            var forwards = self
            forwards.step = 1
            return forwards.walk(from: first, at: table, by: 1).map { [$0] } ?? []
        }
    }

    mutating func advance(past seat: SeatIndex, at table: GameTable, by steps: Int) {
        switch kind {
        case .anyone: break
        case .simultaneous: done.insert(seat)
        case .rotation: named = [walk(from: seat, at: table, by: steps) ?? seat]
        case .named: named.removeAll { $0 == seat }
        }
    }

    private func players(at table: GameTable) -> [SeatIndex] {
        table.all.filter { [.taken, .open].contains(table[$0]) }
    }

    /// Goes from chair to chair until so many players were passed; nil if nobody plays.
    private func walk(from seat: SeatIndex, at table: GameTable, by steps: Int) -> SeatIndex? {
        let players = players(at: table)
        guard !players.isEmpty else { return nil }
        var (place, passed) = (seat.rawValue, 0)
        while passed < steps {
            place += step
            if place == table.seats.count { place = 0 }
            if place < 0 { place = table.seats.count - 1 }
            if players.contains(SeatIndex(place)) { passed += 1 }
        }
        return SeatIndex(place)
    }
}
