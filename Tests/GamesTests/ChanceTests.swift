import GameRules
import TestSupport
import Testing

@testable import Games

/// Chi-square tests of what is drawn, with seeds that never change: each draws the same in every run.
///
/// With k equally likely results the statistic has the mean k - 1 and the variance 2(k - 1); a fair source is more than
/// five standard deviations off once in some hundred thousand seeds.
@Suite("Chance")
struct ChanceTests {
    @Test("each number below a bound is as likely as any other", arguments: [2, 3, 5, 6, 7, 10, 12, 24, 52, 97, 1000])
    func numbers(bound: Int) {
        var random = GameRandom(SeededRandom(seed: 11))
        var counts = Array(repeating: 0, count: bound)
        for _ in 0..<bound * 200 { counts[random.number(below: bound)] += 1 }
        #expect(isEven(counts))
    }

    @Test(
        "bounds that do not divide 64 bits have no favourites",
        arguments: [3 << 61, 5 << 60, Int.max, Int.max / 3 * 2, (1 << 62) + 1])
    func awkwardBounds(bound: Int) {
        var random = GameRandom(SeededRandom(seed: 12))
        let counts = parts(of: bound) { random.number(below: bound) }
        #expect(isEven(counts))
    }

    @Test("a remainder alone would have favourites, and is found out")
    func remainder() {
        var generator = SeededRandom(seed: 12)
        let bound = 3 << 61
        let counts = parts(of: bound) { Int(generator.next() % UInt64(bound)) }
        #expect(!isEven(counts))
    }

    @Test("numbers at and above the greatest multiple are thrown away, all others used")
    func rejection() {
        let multiple = UInt64.max - UInt64.max % 6
        var random = GameRandom(Script(numbers: [multiple, UInt64.max, multiple - 1, 13, 0]))
        #expect([random.number(below: 6), random.number(below: 6), random.number(below: 6)] == [5, 1, 0])
        var powers = GameRandom(Script(numbers: [UInt64.max, 8]))
        #expect([powers.number(below: 8), powers.number(below: 8)] == [7, 0])
        var one = GameRandom(Script(numbers: [UInt64.max]))
        #expect(one.number(below: 1) == 0)
    }

    @Test("each order of a shuffle is as likely as any other", arguments: [3, 4, 5])
    func orders(count: Int) {
        var random = GameRandom(SeededRandom(seed: 13))
        let orders = (1...count).reduce(1, *)
        var counts: [[Int]: Int] = [:]
        for _ in 0..<orders * 100 {
            var list = Array(0..<count)
            random.shuffle(&list)
            counts[list, default: 0] += 1
        }
        #expect(counts.count == orders && isEven(Array(counts.values)))
    }

    @Test("a shuffle puts each card of a pack in each place as often as in any other")
    func places() {
        var random = GameRandom(SeededRandom(seed: 14))
        var counts = Array(repeating: 0, count: 52 * 52)
        for _ in 0..<2600 {
            var pack = Array(0..<52)
            random.shuffle(&pack)
            for place in 0..<52 { counts[place * 52 + pack[place]] += 1 }
        }
        // Each row and each column has its sum, which leaves 51 times 51 numbers free.
        #expect(isEven(counts, freedom: 51 * 51))
    }

    @Test("each card is dealt to each seat as often as to any other, and an eight is never turned up")
    func deals() throws {
        var tops: [Card: Int] = [:]
        var dealt: [[Card: Int]] = [[:], [:], [:]]
        for seed in 1...1500 as ClosedRange<UInt64> {
            let state: CrazyEightsState = try Play("crazy-eights", seats: 3, seed: seed).position.snapshot.decode()
            state.pile.top.map { tops[$0, default: 0] += 1 }
            for seat in 0..<3 { for card in state.hands[seat].list { dealt[seat][card, default: 0] += 1 } }
        }
        #expect(tops.count == 48 && isEven(Array(tops.values)))
        for seat in 0..<3 { #expect(dealt[seat].count == 52 && isEven(Array(dealt[seat].values))) }
    }

    @Test("each face of each die of Yacht is as likely as any other, and a face says nothing of the next die's")
    func dice() throws {
        var faces = Array(repeating: Array(repeating: 0, count: 6), count: 5)
        var pairs = Array(repeating: 0, count: 36)
        var state = YachtState(seats: 1)
        var random = GameRandom(SeededRandom(seed: 15))
        for _ in 0..<6000 {
            state.roll(keeping: [], random: &random)
            for die in 0..<5 { faces[die][state.dice[die] - 1] += 1 }
            pairs[(state.dice[0] - 1) * 6 + state.dice[1] - 1] += 1
        }
        for die in 0..<5 { #expect(isEven(faces[die])) }
        #expect(isEven(pairs))
    }

    /// How many of 8000 draws fall into each of eight equal parts of what is below a bound.
    private func parts(of bound: Int, draw: () -> Int) -> [Int] {
        var counts = Array(repeating: 0, count: 8)
        for _ in 0..<8000 { counts[Int(UInt64(draw()) / (UInt64(bound) / 8 + 1))] += 1 }
        return counts
    }

    /// Whether counts are as even as chance makes them: neither too uneven, nor too even to be chance.
    private func isEven(_ counts: [Int], freedom: Int? = nil) -> Bool {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        let statistic = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        let freedom = Double(freedom ?? counts.count - 1)
        return abs(statistic - freedom) < 5 * (2 * freedom).squareRoot()
    }

    /// Numbers from a list.
    private struct Script: RandomNumberGenerator {
        var numbers: [UInt64]

        mutating func next() -> UInt64 { numbers.removeFirst() }
    }
}
