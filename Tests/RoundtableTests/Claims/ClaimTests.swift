import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("Claims")
struct ClaimTests {
    private let people = Person.group(of: 4)
    private var amber: Person { people[0] }
    private var ben: Person { people[1] }
    private let session: Session
    /// Ben's, on a new phone, to his seat.
    private let claim: Claim

    init() throws {
        session = try aSession("ice-cream", seats: 4)
        claim = Claim(
            id: ClaimID(.numbered(1)), session: session.id, seat: 1, player: .numbered(1001), holder: .numbered(1),
            revision: session.revision, createdAt: .testing, expiresAt: .testing.adding(seconds: 700),
            witnesses: Witnesses([[.numbered(0), .numbered(2), .numbered(3)]]))
    }

    private func book(_ sightings: (PlayerID, Int)...) -> AliasBook {
        var book = AliasBook()
        for (player, revision) in sightings {
            book.learn(amber.calls(ben), sent: .revision(revision), madeBy: player)
        }
        return book
    }

    private func word(of person: Person, on sender: ParticipantID, knowing book: AliasBook) -> Bool? {
        let device = Device(player: person.player, conversation: person.conversation, aliases: book)
        return claim.report(on: sender, by: device, in: session.seating, at: .testing)?.vouches
    }

    // MARK: What a witness says

    @Test("who knows the sender as the seat's holder vouches; as somebody else, objects")
    func knownSender() {
        let sender = amber.calls(ben)
        #expect(word(of: amber, on: sender, knowing: book((ben.player, 2))) == true)
        #expect(word(of: amber, on: sender, knowing: book((people[2].player, 2))) == false)
    }

    @Test("a message from the device's own account is an objection")
    func ownAccount() {
        #expect(word(of: amber, on: amber.local, knowing: book()) == false)
    }

    @Test("an unknown or contested sender, or one known as the claimant only, says nothing")
    func nothing() {
        let sender = amber.calls(ben)
        #expect(word(of: amber, on: sender, knowing: book()) == nil)
        #expect(word(of: amber, on: sender, knowing: book((ben.player, 2), (people[2].player, 3))) == nil)
        #expect(word(of: amber, on: sender, knowing: book((claim.player, 4))) == nil)
    }

    @Test("a witness is somebody else who had a seat when the claim was made, and still has it")
    func witnesses() throws {
        var session = session
        #expect(claim.isWitness(amber.player, in: session))
        #expect(claim.isWitness(people[2].player, in: session))
        #expect(!claim.isWitness(ben.player, in: session))
        #expect(!claim.isWitness(claim.player, in: session))
        #expect(!claim.isWitness(.numbered(9), in: session))
        session.seating[2].takenAt = claim.revision + 1
        #expect(!claim.isWitness(people[2].player, in: session))
        session.seating[0].state = .gone
        #expect(!claim.isWitness(amber.player, in: session))
    }

    // MARK: What the witnesses come to

    private func applying(_ reports: (Int, Bool, Int)...) -> Claim {
        var claim = claim
        for (player, vouches, seconds) in reports {
            let report = ClaimReport(
                witness: .numbered(player), vouches: vouches, at: .testing.adding(seconds: seconds))
            claim.apply(report, vetoSeconds: 100, in: session.seating, at: report.at)
        }
        return claim
    }

    @Test("two players must vouch; the time for a veto begins with the second, and a third changes nothing")
    func enough() {
        #expect(applying((0, true, 1)).until == nil)
        #expect(applying((0, true, 1), (0, true, 2)).until == nil)
        #expect(applying((0, true, 1), (2, true, 2)).until == .testing.adding(seconds: 102))
        #expect(applying((0, true, 1), (2, true, 2), (3, true, 3)).until == .testing.adding(seconds: 102))
    }

    @Test("an objection ends the time for a veto; when its author vouches, a new one begins")
    func objection() {
        #expect(applying((0, true, 1), (2, true, 2), (3, false, 3)).until == nil)
        #expect(applying((3, false, 0), (0, true, 1), (2, true, 2)).until == nil)
        let settled = applying((0, true, 1), (2, true, 2), (3, false, 3), (3, true, 4))
        #expect(settled.until == .testing.adding(seconds: 104))
        #expect(settled.vouches(in: session.seating) == 3)
        #expect(applying((0, true, 1), (2, true, 2), (0, false, 3)).vouches(in: session.seating) == 1)
    }

    @Test("when a voucher is gone, so is the time for a veto; with the next one a new one begins")
    func lostVoucher() {
        var claim = applying((0, true, 1), (2, true, 2))
        claim.reports[.numbered(0)] = nil
        #expect(claim.grantedAt(in: session.seating) == nil)
        #expect(!claim.isDue(at: .testing.adding(seconds: 500), in: session.seating))
        #expect(claim.state(in: session, at: .testing.adding(seconds: 700)) == .expired)
        claim.apply(
            ClaimReport(witness: .numbered(3), vouches: true, at: .testing.adding(seconds: 500)), vetoSeconds: 100,
            in: session.seating, at: .testing.adding(seconds: 500))
        #expect(claim.grantedAt(in: session.seating) == .testing.adding(seconds: 600))
    }

    // MARK: What becomes of it

    @Test("a claim runs out")
    func expiry() {
        #expect(claim.state(in: session, at: .testing.adding(seconds: 699)) == .open)
        #expect(claim.state(in: session, at: .testing.adding(seconds: 700)) == .expired)
    }

    @Test("a claim is vetoed by its holder's next event, and not by anybody else's")
    func acting() throws {
        let others = try session.after("Base=base01", by: 0)
        #expect(claim.state(in: others, at: .testing) == .open)
        #expect(claim.state(in: try session.after("Base=base01", by: 1), at: .testing) == .disproved)
        var household = session
        household.seating[3].player = claim.holder
        household.seating[3].lastActed = session.revision + 1
        #expect(claim.state(in: household, at: .testing) == .disproved)
        var answered = claim
        answered.hasHolderActed = true
        #expect(answered.state(in: session, at: .testing) == .disproved)
    }

    @Test("a claim ends with its session, and when its seat is empty or somebody else's")
    func ended() throws {
        #expect(claim.state(in: try session.after(.leave, by: 1), at: .testing) == .expired)
        var taken = session
        taken.seating[1].player = .numbered(7)
        #expect(claim.state(in: taken, at: .testing) == .expired)
        var over = session
        over.phase = .finished
        #expect(claim.state(in: over, at: .testing) == .expired)
    }

    @Test("a claim is granted once the seat is the claimant's, whatever was noted of it")
    func granted() {
        var session = session
        session.seating[1].player = claim.player
        #expect(claim.state(in: session, at: .testing.adding(seconds: 1000)) == .granted)
    }
}
