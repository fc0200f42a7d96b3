import Roundtable
import Testing

@Suite("What was used lately")
struct RecentlyUsedTests {
    @Test("what is used stays, what is not goes, and there is never more than the limit")
    func uses() {
        var cache = RecentlyUsed<Int, Int>(limit: 100)
        for number in 0..<1000 {
            cache.keep(number, for: number)
            #expect(cache.value(of: 0) == 0)
        }
        let kept = (0..<1000).filter { cache.value(of: $0) != nil }
        #expect((50...100).contains(kept.count) && kept.contains(999) && !kept.contains(900))
    }

    @Test("heavy values make room for themselves, and too heavy ones are not kept")
    func weights() {
        var cache = RecentlyUsed<String, Int>(limit: 100)
        cache.keep(1, for: "a", weighing: 30)
        cache.keep(2, for: "b", weighing: 30)
        #expect(cache.value(of: "a") == 1)
        cache.keep(0, for: "d", weighing: 30)
        #expect(cache.value(of: "b") == nil && cache.value(of: "a") == 1)
        cache.keep(3, for: "a", weighing: 51)
        #expect(cache.value(of: "a") == nil)
        cache.keep(4, for: "c", weighing: 50)
        #expect(cache.value(of: "c") == 4)
    }

    @Test("a value that is replaced or forgotten weighs nothing")
    func replaced() {
        var cache = RecentlyUsed<String, Int>(limit: 20)
        cache.keep(0, for: "a", weighing: 5)
        for number in 1..<100 { cache.keep(number, for: "b", weighing: 5) }
        #expect(cache.value(of: "a") == 0 && cache.value(of: "b") == 99)
        cache.forget("a")
        #expect(cache.value(of: "a") == nil)
        cache.forgetAll()
        #expect(cache.value(of: "b") == nil)
    }
}
