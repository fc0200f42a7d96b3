import Testing

@testable import RoundtableLab

@Suite("Arrivals and limits")
struct ArrivalsTests {
    @Test("arrivals come in order, at their rate, after growing to it; the same for the same seed")
    func rate() {
        var arrivals = Arrivals(rate: 1000, ramp: 4, seed: 7)
        var again = arrivals
        let times = (0..<20_000).map { _ in arrivals.next() }
        #expect(times == times.sorted())
        #expect((0..<20_000).allSatisfy { times[$0] == again.next() })
        // While growing, a quarter of the arrivals comes in the first half of the time.
        let (first, second) = (times.count { $0 < 2 }, times.count { $0 >= 2 && $0 < 4 })
        #expect((420..<580).contains(first) && (1350..<1650).contains(second))
        #expect((4700..<5300).contains(times.count { $0 >= 5 && $0 < 10 }))
    }

    @Test("the search doubles, halves the gap, and ends near the limit", arguments: [37.0, 500, 740, 9000])
    func limit(_ limit: Double) throws {
        var search = LimitSearch(from: 500)
        var tries = 0
        while let rate = search.next {
            tries += 1
            search.note(rate, isKept: rate <= limit)
        }
        let kept = try #require(search.kept)
        #expect(kept <= limit && kept * 1.06 >= limit)
        #expect(tries <= 16)
    }

    @Test("a service that keeps nothing ends the search")
    func hopeless() {
        var search = LimitSearch(from: 500)
        while let rate = search.next { search.note(rate, isKept: false) }
        #expect(search.kept == nil)
    }

    @Test("a load that is shared stays the same")
    func shares() {
        let load = Load(rate: 900, connections: 10, steps: 7)
        let shares = (0..<3).map { load.share($0, of: 3) }
        #expect(shares.map(\.connections) == [4, 3, 3])
        #expect(shares.compactMap(\.steps).reduce(0, +) == 7)
        #expect(shares.compactMap(\.rate) == [300, 300, 300])
        #expect(Set(shares.map(\.seed)).count == 3)
    }
}
