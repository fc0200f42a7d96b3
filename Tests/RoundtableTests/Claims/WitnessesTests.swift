import Foundation
import GameRules
import RoundtableJSON
import TestSupport
import Testing

@testable import Roundtable

@Suite("Whose vouches count")
struct WitnessesTests {
    private func players(_ numbers: Int...) -> Set<PlayerID> { Set(numbers.map { .numbered($0) }) }

    @Test(
        "two must vouch, three where one device knew five",
        arguments: [([], 2), ([4], 2), ([5], 3), ([2, 6], 3), ([3, 3], 2)])
    func needed(known: [Int], needed: Int) {
        let devices = known.enumerated().map { device, count in
            Set((0..<count).map { PlayerID.numbered(10 * device + $0) })
        }
        #expect(Witnesses(devices).needed == needed)
    }

    @Test("those count whom one device knew, on the one that knew most of them")
    func perDevice() {
        let witnesses = Witnesses([players(1, 2), players(3), players(2, 4)])
        func count(_ vouchers: Int...) -> Int {
            witnesses.count(among: Set(vouchers.map { .numbered($0) }), by: { $0 })
        }
        #expect(count(1, 2) == 2 && count(1, 3) == 1 && count(1, 3, 4) == 1 && count(5) == 0)
    }

    @Test("two players who are one person by now count once, whichever of them vouches")
    func onePerson() {
        let witnesses = Witnesses([players(1, 2)])
        let merged: (PlayerID) -> PlayerID = { $0 == .numbered(2) ? .numbered(1) : $0 }
        #expect(witnesses.count(among: players(1), by: merged) == 1)
    }

    @Test("they are kept and read again")
    func coding() throws {
        for witnesses in [Witnesses([]), Witnesses([players(1, 2), players(3)])] {
            #expect(try Witnesses(json: witnesses.json) == witnesses)
        }
    }

    @Test("a witness whose seat was reclaimed since is the one who has it now, and one person with them")
    func reclaimed() throws {
        var session = try aSession("ice-cream", seats: 4)
        var claim = Claim(
            id: ClaimID(.numbered(1)), session: session.id, seat: 1, player: .numbered(1001), holder: .numbered(1),
            revision: session.revision, createdAt: .testing, expiresAt: .testing.adding(seconds: 700),
            witnesses: Witnesses([players(0, 2)]))
        session.seating.hand(2, to: .numbered(1002), at: 5)
        claim.reports = [.numbered(2): true, .numbered(1002): true]
        #expect(claim.vouches(in: session.seating) == 1)
        session.seating.hand(0, to: .numbered(1001), at: 6)
        claim.reports = [.numbered(0): true, .numbered(1001): true]
        #expect(claim.vouches(in: session.seating) == 0)
    }
}
