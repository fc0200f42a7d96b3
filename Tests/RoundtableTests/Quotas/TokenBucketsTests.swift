import Roundtable
import Testing

@Suite("Buckets that fill evenly")
struct TokenBucketsTests {
    private let now = ContinuousClock.now

    @Test("so many may come at once, then as many as come back, and whoever is refused is told when")
    func rate() {
        let buckets = TokenBuckets(holding: 3, filling: 60, in: .seconds(60))
        let first = (0..<5).map { _ in buckets.take("a", at: now) }
        #expect(first == [nil, nil, nil, 1, 1])
        #expect(buckets.take("b", at: now) == nil)
        #expect(buckets.take("a", at: now + .milliseconds(999)) == 1)
        #expect(buckets.take("a", at: now + .seconds(1)) == nil)
        #expect(buckets.take("a", at: now + .seconds(1)) == 1)
        let later = (0..<4).map { _ in buckets.take("a", at: now + .seconds(100)) }
        #expect(later == [nil, nil, nil, 1])
    }

    @Test("whoever can wait takes what is not there yet, and the next one waits longer")
    func waiting() {
        let buckets = TokenBuckets(holding: 2, filling: 60, in: .seconds(60))
        let waits = (0..<5).map { _ in buckets.take("a", count: 2, ifWithin: 5, at: now) }
        #expect(waits == [0, 2, 4, 6, 6])
        #expect(buckets.take("b", count: 2, ifWithin: 5, at: now) == 0)
        #expect(buckets.take("a", at: now) == 5)
    }

    @Test("what takes long to come back is told so")
    func slow() {
        let buckets = TokenBuckets(holding: 1, filling: 1, in: .seconds(3600))
        #expect(buckets.take(1, at: now) == nil)
        #expect(buckets.take(1, at: now + .seconds(600)) == 3000)
    }

    @Test("a flood of askers gives nobody back what they have used up, and takes next to nothing from anybody else")
    func flood() {
        let buckets = TokenBuckets(holding: 100, filling: 100, in: .seconds(60), places: 1 << 12)
        for _ in 0..<100 { #expect(buckets.take("greedy", at: now) == nil) }
        for asker in 0..<100_000 { _ = buckets.take(asker, at: now) }
        #expect(buckets.take("greedy", at: now) != nil)
        let refused = (0..<1000).count { number in
            (0..<30).contains { _ in buckets.take("\(number)", at: now) != nil }
        }
        #expect(refused < 10)
    }

    @Test("those who take all they can refuse next to nobody else")
    func collisions() {
        let buckets = TokenBuckets(holding: 10, filling: 10, in: .seconds(60), places: 1 << 12)
        for asker in 0..<100 { for _ in 0..<10 { _ = buckets.take(asker, at: now) } }
        let refused = (0..<1000).count { buckets.take("\($0)", at: now) != nil }
        #expect(refused < 20)
    }
}
