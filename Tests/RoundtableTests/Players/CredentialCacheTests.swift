import Foundation
import TestSupport
import Testing

@testable import Roundtable

@Suite("What is remembered of credentials")
struct CredentialCacheTests {
    private func credential(_ number: Int) -> CredentialID { CredentialID(.numbered(UInt64(number), kind: 0xC0)) }

    @Test("a flood of credentials makes nobody forgotten who goes on asking, and is itself not all remembered")
    func flood() {
        let cache = CredentialCache()
        let now = ContinuousClock.now
        let player = Player(id: .numbered(1), createdAt: .testing)
        cache.keep(player, for: credential(0), since: now)
        for number in 1..<300_000 {
            cache.keep(player, for: credential(number), since: now)
            if number % 1000 == 0 { #expect(cache.player(with: credential(0), at: now) != nil) }
        }
        let remembered = (0..<300_000).count { cache.player(with: credential($0), at: now) != nil }
        #expect((50_000...140_000).contains(remembered))
    }

    @Test("a flood of tokens likewise; one that is too long to be ours is not even looked at")
    func tokens() {
        let cache = CredentialCache()
        var opened = 0
        func open(_ token: String) -> CredentialID? {
            opened += 1
            return credential(0)
        }
        for number in 0..<300_000 { _ = cache.credential(of: "token \(number)", open) }
        for number in 0..<300_000 { _ = cache.credential(of: "token \(number)", open) }
        #expect(opened > 400_000)
        let before = opened
        #expect(cache.credential(of: String(repeating: "a", count: 300), open) == nil)
        #expect(opened == before)
    }

    @Test("a player's credentials are forgotten together, and nobody else's")
    func forgotten() {
        let cache = CredentialCache()
        let now = ContinuousClock.now
        for number in 0..<4 {
            cache.keep(Player(id: .numbered(number % 2), createdAt: .testing), for: credential(number), since: now)
        }
        cache.forget(.numbered(0))
        #expect((0..<4).map { cache.player(with: credential($0), at: now) != nil } == [false, true, false, true])
    }
}
