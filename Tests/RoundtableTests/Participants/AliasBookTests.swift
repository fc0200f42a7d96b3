import TestSupport
import Testing

@testable import Roundtable

@Suite("The alias book")
struct AliasBookTests {
    private let someone = ParticipantID(.numbered(1))
    private let other = ParticipantID(.numbered(2))
    private let amber = PlayerID.numbered(1)
    private let ben = PlayerID.numbered(2)

    private func book(_ sightings: (PlayerID, Int)...) -> AliasBook {
        var book = AliasBook()
        for (player, revision) in sightings { book.learn(someone, sent: .revision(revision), madeBy: player) }
        return book
    }

    @Test("of players who are not known any more nothing is kept")
    func bounded() {
        var book = AliasBook()
        for number in 1...600 {
            book.learn(someone, sent: .revision(number), madeBy: .numbered(100 + number))
        }
        #expect(book.size == (participants: 1, sightings: AliasBook.playersOfOne))
        #expect(book.json.count < 2048)
    }

    @Test("what a device saw first and nothing contradicts holds")
    func first() {
        #expect(book((amber, 3)).player(of: someone) == amber)
        #expect(book().player(of: someone) == nil)
        #expect(!book().isContested(someone))
    }

    @Test(
        "evidence that contradicts makes an alias contested, whether it is newer, older or as old",
        arguments: [1, 3, 5])
    func contradiction(revision: Int) {
        let book = book((amber, 3), (ben, revision))
        #expect(book.player(of: someone) == nil)
        #expect(book.isContested(someone))
    }

    @Test(
        "a newer sighting brings back whom the device knew first; another, once the first is known as somebody else",
        arguments: [1, 3, 5])
    func settled(revision: Int) {
        #expect(book((amber, 3), (ben, revision), (amber, 6)).player(of: someone) == amber)
        var another = book((amber, 3), (ben, revision), (ben, 6))
        #expect(another.isContested(someone))
        another.learn(other, sent: .revision(4), madeBy: amber)
        #expect(another.player(of: someone) == ben)
    }

    @Test("a third player's message does not settle a dispute between two others")
    func third() {
        let third = PlayerID.numbered(3)
        #expect(book((amber, 1), (ben, 2), (third, 9)).isContested(someone))
        #expect(book((amber, 1), (ben, 2), (third, 9), (amber, 10)).player(of: someone) == amber)
    }

    @Test("what is as old as the dispute does not settle it", arguments: [3, 4, 5])
    func notSettled(revision: Int) {
        #expect(book((amber, 3), (ben, 5), (amber, revision)).player(of: someone) == nil)
    }

    @Test("the same old bubbles tapped again don't open a settled dispute", arguments: [1, 3, 5])
    func tappedAgain(revision: Int) {
        let settled = book((amber, 3), (ben, 5), (amber, 6), (ben, revision))
        #expect(settled.player(of: someone) == amber)
    }

    @Test("new contradictions contest a settled alias again")
    func contestedAgain() {
        let again = book((amber, 3), (ben, 5), (amber, 6), (ben, 8))
        #expect(again.player(of: someone) == nil)
        #expect(again.isContested(someone))
    }

    @Test("one player may have several identifiers")
    func severalIdentifiers() {
        var book = book((amber, 3))
        book.learn(other, sent: .revision(4), madeBy: amber)
        #expect(book.player(of: someone) == amber)
        #expect(book.player(of: other) == amber)
    }

    @Test("the order of what is learned twice does not matter")
    func idempotent() {
        #expect(book((amber, 3), (amber, 3), (amber, 1)).player(of: someone) == amber)
        #expect(book((amber, 3), (amber, 5)).newestSighting(of: someone) == 5)
    }

    @Test("one participant is not reported to be any number of players")
    func players() {
        var book = AliasBook()
        for number in 1...100 { book.learn(someone, sent: .revision(number), madeBy: .numbered(number)) }
        #expect(book.entries[someone]?.sightings.count == AliasBook.playersOfOne)
    }

    @Test("reports about both players of a reclaimed seat don't contradict each other")
    func onePerson() {
        let reclaimed = book((amber, 3), (ben, 5)).merging { $0 == amber ? ben : $0 }
        #expect(reclaimed.player(of: someone) == ben)
        #expect(book((amber, 3)).merging { $0 == amber ? ben : $0 }.player(of: someone) == amber)
        #expect(book((amber, 3), (ben, 5)).renaming(amber, to: ben).player(of: someone) == ben)
    }

    @Test("a book has a limit; what was seen longest ago goes first")
    func capacity() {
        var book = AliasBook()
        for number in 0..<100 {
            book.learn(ParticipantID(.numbered(UInt64(number))), sent: .revision(number), madeBy: amber)
        }
        #expect(book.player(of: ParticipantID(.numbered(0))) == nil)
        #expect(book.player(of: ParticipantID(.numbered(99))) == amber)
    }

    @Test("whatever has been reported and forgotten is read as it was written", arguments: 1...20)
    func written(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var book = AliasBook()
        for revision in 1...60 {
            let player = PlayerID.numbered(Int.random(in: 1...12, using: &random))
            let another = PlayerID.numbered(Int.random(in: 1...12, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0: book = book.forgetting(player)
            case 1: book = book.renaming(player, to: another)
            case 2: book = book.merging { $0 == player ? another : $0 }
            default:
                let participant = ParticipantID(.numbered(UInt64.random(in: 1...6, using: &random)))
                book.learn(participant, sent: .revision(revision), madeBy: player)
            }
            try expectRead(book)
        }
    }

    @Test("of who was first seen only that is written which does not follow from the sightings")
    func short() {
        var book = book((amber, 3), (amber, 5))
        book.learn(other, sent: .revision(4), madeBy: ben)
        #expect(!String(decoding: book.json, as: UTF8.self).contains("first"))
        book.learn(other, sent: .revision(6), madeBy: amber)
        #expect(String(decoding: book.json, as: UTF8.self).contains("\"firsts\""))
    }
}

extension AliasBook {
    /// The player whom a participant is known to be; nil if unknown or contested.
    func player(of participant: ParticipantID) -> PlayerID? { alias(of: participant)?.player }
}
