import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("What is suspended after rules used too much time")
struct RulesPolicyTests {
    private let start = ContinuousClock.now
    private let other = RulesSubject.numbered(99)

    /// The policy after some questions that took too long, one a second.
    private func policy(after subjects: [RulesSubject], from first: RulesPolicy = .init()) -> RulesPolicy {
        var policy = first
        for (second, subject) in subjects.enumerated() { policy.tookTooLong(subject, at: start + .seconds(second)) }
        return policy
    }

    @Test("at first the session alone, for a minute")
    func session() {
        let policy = policy(after: [.numbered(1, creator: 7, player: 8)])
        let again = RulesSubject.numbered(1, creator: 7, player: 9)
        #expect(policy.suspension(of: again, at: start)?.scope == .session(again.session))
        #expect(policy.suspension(of: again, at: start)?.end == start + .seconds(60))
        #expect(policy.suspension(of: again, at: start + .seconds(60)) == nil)
        #expect(policy.suspension(of: .numbered(2, creator: 7, player: 8), at: start) == nil)
        #expect(policy.suspension(of: other, at: start) == nil)
    }

    @Test("after three sessions what the player does in this game, and nobody else")
    func player() {
        let policy = policy(after: (1...3).map { .numbered($0, creator: Int($0), player: 8) })
        #expect(policy.suspension(of: .numbered(4, player: 8), at: start)?.scope == .player(.numbered(8), "slow"))
        #expect(policy.suspension(of: .numbered(4, of: "chess", player: 8), at: start) == nil)
        #expect(policy.suspension(of: .numbered(4, creator: 8, player: 1), at: start) == nil)
        #expect(policy.suspension(of: other, at: start) == nil)
    }

    @Test("one session is one, however often it takes too long")
    func repeated() {
        let policy = policy(after: Array(repeating: .numbered(1, player: 8), count: 20))
        #expect(policy.suspension(of: .numbered(2, player: 8), at: start) == nil)
    }

    @Test("the game after five sessions that have nobody in common")
    func game() {
        let policy = policy(after: (1...5).map { .numbered($0) })
        #expect(policy.suspension(of: other, at: start)?.scope == .game("slow"))
        #expect(policy.suspension(of: .numbered(99, of: "chess"), at: start) == nil)
        #expect(self.policy(after: (1...4).map { .numbered($0) }).suspension(of: other, at: start) == nil)
    }

    @Test(
        "not the game, however many sessions there are, if one person has to do with all of them",
        arguments: [Int?.none, 8], [Int?.none, 8])
    func dependent(creator: Int?, player: Int?) {
        let subjects = (UInt64(1)...40).map { number in
            RulesSubject.numbered(number, creator: creator, player: player)
        }
        let scope = policy(after: subjects).suspension(of: other, at: start)?.scope
        #expect(scope == (creator == nil && player == nil ? .game("slow") : nil))
    }

    @Test("not the game, whatever is done under many names, while it answers most others in time")
    func manyNames() {
        var policy = policy(after: [.numbered(1)])
        for _ in 0..<101 { policy.answered("slow") }
        for number in UInt64(2)...10 { policy.tookTooLong(.numbered(number), at: start) }
        #expect(policy.suspension(of: other, at: start) == nil)
        policy.tookTooLong(.numbered(11), at: start)
        #expect(policy.suspension(of: other, at: start)?.scope == .game("slow"))
    }

    @Test("nothing more, once slow answers are ten minutes old")
    func window() {
        var policy = policy(after: (1...4).map { .numbered($0) })
        let later = start + .seconds(604)
        policy.tookTooLong(.numbered(5), at: later)
        #expect(policy.suspension(of: other, at: later) == nil)
        policy.forget(at: later + .seconds(601))
        #expect(!policy.isWary)
    }

    @Test("for as long as is asked, where rules ended a process; no shorter suspension ends it earlier")
    func suspension() {
        var policy = RulesPolicy()
        policy.tookTooLong(.numbered(1), at: start, for: .seconds(600))
        policy.tookTooLong(.numbered(1), at: start)
        #expect(policy.suspension(of: .numbered(1), at: start + .seconds(599)) != nil)
        #expect(policy.suspension(of: .numbered(1), at: start + .seconds(600)) == nil)
    }

    @Test("only so many slow answers and suspensions are remembered, the last ones")
    func bounds() {
        var first = RulesPolicy()
        (first.mostSlowAnswers, first.mostSuspensions) = (4, 3)
        let policy = policy(after: (1...20).map { .numbered($0) }, from: first)
        let suspended = (1...20).filter { policy.suspension(of: .numbered($0), at: start + .seconds(19)) != nil }
        #expect(suspended == [18, 19, 20])
        #expect(policy.suspension(of: other, at: start + .seconds(19)) == nil)
    }
}
