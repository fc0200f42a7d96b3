import Testing

@testable import MessagesSimulator

@Suite("Shares of names")
struct NameShareTests {
    @Test("shares are counted by how many messages there were, and those of several groups add up")
    func shares() {
        var shares = NameShares()
        shares.note(true, after: 1)
        var others = NameShares()
        others.note(false, after: 1)
        others.note(true, after: 2)
        shares.add(others)
        #expect(shares.share(1...1) == 0.5 && shares.share(1...2) == 2.0 / 3 && shares.share(3...9) == nil)
    }
}
