import GameRules
import TestSupport
import Testing

@Suite("Turn orders")
struct TurnOrderTests {
    @Test("a rotation leaves out who has gone, and goes on from there")
    func rotation() {
        var (order, table) = (TurnOrder.rotation(), Table(seats: [.taken, .taken, .taken, .taken]))
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
        var (order, table) = (TurnOrder.rotation(), Table(seats: [.taken, .taken, .taken, .taken]))
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
        var (order, table) = (TurnOrder.rotation(), Table(seats: [.gone, .taken, .closed, .taken]))
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
        var (order, table) = (TurnOrder.simultaneous(), Table(seats: [.taken, .taken, .open]))
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
        var (order, table) = (TurnOrder.named([2, 1]), Table(seats: [.taken, .taken, .taken, .taken]))
        #expect(order.toAct(at: table) == [1, 2])
        table[2] = .gone
        #expect(order.toAct(at: table) == [1])
        table[1] = .gone
        #expect(order.toAct(at: table) == [3])
        order.advance(past: 2, at: table)
        order.advance(past: 1, at: table)
        #expect(order.toAct(at: table) == [])
    }

    @Test("random orders with random departures never name who has gone, and name somebody while somebody plays")
    func randomDepartures() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...7, using: &generator)
            var table = Table(
                seats: (0..<count).map { _ in
                    [.taken, .taken, .taken, .open, .closed].randomElement(using: &generator) ?? .taken
                })
            var order =
                [TurnOrder.rotation(), .simultaneous(), .anyone, .named([SeatIndex(count - 1), 0])].randomElement(
                    using: &generator)
                ?? .anyone
            for _ in 0..<40 {
                let toAct = order.toAct(at: table)
                #expect(toAct.allSatisfy(table.isInPlay))
                #expect(Set(toAct).count == toAct.count)
                if case .rotation = order { #expect(toAct.count == min(1, table.inPlay.count)) }
                if case .anyone = order { #expect(toAct == table.inPlay) }
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: if let seat = table.all.randomElement(using: &generator) { table[seat] = .gone }
                case 1: order.reverse()
                case 2: table.seats.append(.taken)
                default:
                    guard let seat = toAct.randomElement(using: &generator) else { continue }
                    order.advance(past: seat, at: table, by: Int.random(in: 1...2, using: &generator))
                    if case .simultaneous = order { #expect(!order.toAct(at: table).contains(seat)) }
                }
            }
        }
    }

    @Test("in a rotation without departures everybody acts equally often")
    func fairness() {
        var (order, table) = (TurnOrder.rotation(), Table(openSeats: 5))
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
