import Foundation
import RoundtableModel
import Testing

@testable import MessagesSimulator

/// Amber, Ben, Chris and Dora sit at a table, and everybody's device has seen what each of the others sent. Ben's new
/// phone, or Emil, asks for Ben's seat.
@Suite("Claims that the oracle can explain")
struct ClaimedTests {
    private static let session = SessionID(UUID())
    private static let people = ["Amber", "Ben", "Chris", "Dora", "Emil"].map { name in
        KnownPlayer(credential: Credential(rawValue: name), person: Person(name))
    }
    private static let newBen = KnownPlayer(credential: Credential(rawValue: "new Ben"), person: people[1].person)
    private static let token = MessageToken(rawValue: "claim")

    private var session: SessionID { Self.session }
    private let amber = people[0]
    private let ben = people[1]
    private let chris = people[2]
    private let dora = people[3]
    private let emil = people[4]
    private var ledger: Ledger

    init() throws {
        ledger = Ledger()
        for player in Self.people + [Self.newBen] { ledger.register(player.credential, of: player.person) }
        for (seat, player) in Self.people.prefix(4).enumerated() {
            try ledger.seat(player, on: seat, in: Self.session)
            for other in Self.people where other != player {
                let sighting = BubbleSighting(author: other, sender: Address(other.person), revision: 1, newest: 1)
                ledger.note(sighting, in: Self.notebook(of: player))
            }
        }
    }

    private static func notebook(of player: KnownPlayer) -> Notebook.ID {
        let bytes = Array(player.credential.rawValue.utf8.prefix(16)) + Array(repeating: 0, count: 16)
        let local = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        return Notebook.ID(local: ParticipantID(local), player: player.credential, session: session)
    }

    private mutating func claim(by player: KnownPlayer) throws {
        try ledger.claim(1, of: [0, 1, 2, 3], in: session, by: player, with: Self.token)
    }

    private mutating func open(by witnesses: KnownPlayer..., from sender: KnownPlayer, truly: Bool = true) {
        for witness in witnesses {
            let address = Address(sender.person, isOwn: sender.person == witness.person)
            ledger.witness(Self.token, from: address, in: Self.notebook(of: witness), truly: truly)
        }
    }

    /// Whether the seat may be somebody's now.
    private func mayMove(to player: KnownPlayer) -> Bool {
        var ledger = ledger
        do throws(OracleFinding) {
            try ledger.seat(player, on: 1, in: session)
            return ledger.holder(of: 1, in: session) == player.person
        } catch {
            return false
        }
    }

    @Test("nobody gets a seat that they did not claim")
    func unclaimed() {
        #expect(!mayMove(to: Self.newBen) && !mayMove(to: emil) && mayMove(to: ben))
    }

    @Test("two who know the sender, and then some time, move a seat; one of these doesn't")
    mutating func granted() throws {
        try claim(by: Self.newBen)
        open(by: amber, from: ben)
        ledger.passTime()
        #expect(!mayMove(to: Self.newBen))
        open(by: chris, from: ben)
        #expect(!mayMove(to: Self.newBen))
        ledger.passTime()
        #expect(mayMove(to: Self.newBen) && !mayMove(to: emil))
    }

    @Test("the holder, the claimant, bystanders, and who left are no witnesses, however they lie")
    mutating func noWitnesses() throws {
        try claim(by: Self.newBen)
        ledger.dismiss(from: 3, in: session)
        open(by: ben, Self.newBen, emil, dora, amber, from: ben, truly: false)
        ledger.passTime()
        #expect(ledger.claims[Self.token]?.vouchers == [amber.credential])
        #expect(!mayMove(to: Self.newBen))
    }

    @Test(
        "who knows the sender as somebody else, or as themselves, objects; only their vouch makes time run again"
    )
    mutating func objections() throws {
        let newEmil = KnownPlayer(credential: Credential(rawValue: "new Emil"), person: emil.person)
        try claim(by: newEmil)
        open(by: amber, chris, from: emil, truly: false)
        open(by: dora, from: emil)
        ledger.passTime()
        #expect(!mayMove(to: newEmil))
        open(by: dora, from: emil, truly: false)
        #expect(!mayMove(to: newEmil))
        ledger.passTime()
        #expect(mayMove(to: newEmil))
        open(by: dora, from: dora)
        #expect(!mayMove(to: newEmil))
    }

    @Test("who knows the sender as the claimant only says nothing")
    mutating func known() throws {
        try claim(by: emil)
        open(by: amber, chris, from: emil, truly: false)
        open(by: dora, from: emil)
        ledger.passTime()
        #expect(mayMove(to: emil))
    }

    @Test(
        "who saw a stranger send the holder's bubble may vouch; who knows nothing of the sender says nothing"
    )
    mutating func misled() throws {
        let (fay, gus) = (Person("Fay"), Person("Gus"))
        let faye = KnownPlayer(credential: Credential(rawValue: "Fay"), person: fay)
        let sighting = BubbleSighting(author: ben, sender: Address(fay), revision: 2, newest: 2)
        ledger.note(sighting, in: Self.notebook(of: amber))
        try claim(by: faye)
        ledger.witness(Self.token, from: Address(fay), in: Self.notebook(of: amber), truly: true)
        ledger.witness(Self.token, from: Address(gus), in: Self.notebook(of: chris), truly: true)
        let claim = try #require(ledger.claims[Self.token])
        #expect(claim.vouchers == [amber.credential] && claim.objectors.isEmpty)
    }

    @Test("a claim that was vetoed, disproved or taken back moves nothing, nor one whose holder has gone")
    mutating func ended() throws {
        try claim(by: Self.newBen)
        open(by: amber, chris, from: ben)
        ledger.passTime()
        #expect(mayMove(to: Self.newBen))
        let open = ledger
        ledger.veto(1, in: session)
        #expect(!mayMove(to: Self.newBen))
        ledger = open
        ledger.disprove(by: ben.credential, in: session)
        #expect(!mayMove(to: Self.newBen))
        ledger = open
        ledger.withdraw(Self.token)
        #expect(!mayMove(to: Self.newBen))
        ledger = open
        ledger.release(1, in: session)
        try ledger.seat(emil, on: 1, in: session)
        #expect(!mayMove(to: Self.newBen))
    }

    @Test("whoever was vetoed can't claim the seat again; others can, and so can who was only disproved")
    mutating func again() throws {
        try claim(by: emil)
        let open = ledger
        ledger.veto(1, in: session)
        #expect(throws: OracleFinding.self) {
            try ledger.claim(1, of: [0, 1], in: session, by: emil, with: MessageToken(rawValue: "again"))
        }
        try ledger.claim(1, of: [0, 1], in: session, by: Self.newBen, with: MessageToken(rawValue: "other"))
        ledger = open
        ledger.disprove(by: ben.credential, in: session)
        try ledger.claim(1, of: [0, 1], in: session, by: emil, with: MessageToken(rawValue: "again"))
        #expect(ledger.openClaims(to: 1, in: session).count == 1)
    }

    @Test("somebody with two seats and two credentials is one, and whom the holder's devices never saw is nobody")
    mutating func accomplices() throws {
        let others = ["Fay", "Gus", "Hana"].map { name in
            KnownPlayer(credential: Credential(rawValue: name), person: emil.person)
        }
        for (seat, player) in others.enumerated() {
            ledger.register(player.credential, of: player.person)
            try ledger.seat(player, on: 4 + seat, in: session)
        }
        for author in others.prefix(2) {
            let sighting = BubbleSighting(author: author, sender: Address(emil.person), revision: 9, newest: 9)
            ledger.note(sighting, in: Self.notebook(of: ben))
        }
        try ledger.claim(1, of: Array(0...6), in: session, by: emil, with: Self.token)
        open(by: others[0], others[1], others[2], from: emil, truly: false)
        ledger.passTime()
        #expect(ledger.claims[Self.token]?.vouchers.count == 3)
        #expect(!mayMove(to: emil))
        open(by: amber, from: ben)
        ledger.passTime()
        #expect(mayMove(to: emil))
    }

    @Test("what one of the holder's devices saw, and another one, is not added up; nor what they see later")
    mutating func severalDevices() throws {
        let newChris = KnownPlayer(credential: Credential(rawValue: "new Chris"), person: chris.person)
        let phones = ["phone", "tablet"].map { name in
            let local = Self.notebook(of: KnownPlayer(credential: Credential(rawValue: name), person: chris.person))
                .local
            return Notebook.ID(local: local, player: newChris.credential, session: session)
        }
        try ledger.seat(newChris, on: 4, in: session)
        func sighting(of author: KnownPlayer) -> BubbleSighting {
            BubbleSighting(author: author, sender: Address(author.person), revision: 9, newest: 9)
        }
        ledger.note(sighting(of: amber), in: phones[0])
        ledger.note(sighting(of: dora), in: phones[1])
        try ledger.claim(4, of: Array(0...4), in: session, by: emil, with: Self.token)
        ledger.note(sighting(of: dora), in: phones[0])
        open(by: amber, dora, from: emil, truly: false)
        #expect(ledger.claims[Self.token]?.vouchers.count == 2)
        #expect(ledger.claims[Self.token]?.dueAt == nil)
    }

    @Test("two witnesses who turn out to be one count once")
    mutating func linked() throws {
        try claim(by: Self.newBen)
        open(by: amber, chris, from: ben)
        ledger.link(chris.credential, to: amber.credential)
        ledger.passTime()
        #expect(!mayMove(to: Self.newBen))
    }

    @Test("whose seat was reclaimed is known by what they sent before")
    mutating func reclaimedAgain() throws {
        try claim(by: Self.newBen)
        open(by: amber, chris, from: ben)
        ledger.passTime()
        try ledger.seat(Self.newBen, on: 1, in: session)
        #expect(ledger.formerHolders(of: 1, in: session) == [ben.person])
        let newest = KnownPlayer(credential: Credential(rawValue: "newest Ben"), person: ben.person)
        let token = MessageToken(rawValue: "again")
        try ledger.claim(1, of: [0, 1, 2, 3], in: session, by: newest, with: token)
        ledger.witness(token, from: Address(ben.person), in: Self.notebook(of: amber), truly: true)
        #expect(ledger.claims[token]?.vouchers == [amber.credential])
    }
}
