import Foundation
import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("Attributions")
struct AttributionTests {
    private let composer = Composer(games: .testing)

    private func seating(_ seats: Int, taken: Int, nicknames: [Int: String] = [:]) throws -> Seating {
        var seating = try aSession("ice-cream", seats: seats, taken: taken).seating
        for seat in seating.table.taken { seating[seat].lastActed = 1 }
        for (seat, nickname) in nicknames { seating[SeatIndex(seat)].nickname = Nickname(nickname) }
        return seating
    }

    private func names(
        of seating: Seating, for person: Person, since: Int? = 0, reportedAt: Int = 1, knowing sighted: [Person] = []
    ) -> [String] {
        var aliases = AliasBook()
        for other in sighted { aliases.learn(person.calls(other), sent: .revision(1), madeBy: other.player) }
        let device = Device(
            player: person.player, conversation: person.conversation, since: since, reportedAt: reportedAt,
            aliases: aliases)
        let attributions = Attributions(device: device, seating: seating)
        return seating.table.all.map { TextWriter(composer, in: "en", for: attributions).attribution(of: $0) }
    }

    @Test("two players and one remote: they are each other's, without a sighting")
    func pair() throws {
        let people = Person.group(of: 2)
        let expected = ["$\(people[0].local)", "$\(people[0].calls(people[1]))"]
        #expect(names(of: try seating(2, taken: 2), for: people[0]) == expected)
        #expect(names(of: try seating(5, taken: 2), for: people[0]).prefix(2) == expected[...])
    }

    @Test("who gives up is named as before, of two and of more")
    func resigned() throws {
        let people = Person.group(of: 2)
        var pair = try seating(2, taken: 2)
        for seat in [0, 1] as [SeatIndex] {
            var left = pair
            left[seat].state = .gone
            #expect(names(of: left, for: people[0]) == ["$\(people[0].local)", "$\(people[0].calls(people[1]))"])
        }
        pair[1].state = .gone
        #expect(names(of: pair, for: people[0], since: 1)[1] == "Player 2")
        let group = Person.group(of: 3)
        var full = try seating(3, taken: 3)
        full[2].state = .gone
        #expect(names(of: full, for: group[0], knowing: [group[1]]) == group.map { "$\(group[0].calls($0))" })
    }

    @Test("a bystander between two players infers nothing")
    func bystander() throws {
        let people = Person.group(of: 3)
        #expect(names(of: try seating(2, taken: 2), for: people[2]) == ["Player 1", "Player 2"])
    }

    @Test("an open seat is not the remote's")
    func openSeat() throws {
        let people = Person.group(of: 2)
        #expect(names(of: try seating(2, taken: 1), for: people[0])[1] == "Player 2")
    }

    @Test("when all seats are taken and all others but one are known, the last pair is known too")
    func elimination() throws {
        let people = Person.group(of: 3)
        let full = try seating(3, taken: 3)
        #expect(names(of: full, for: people[0])[1...] == ["Player 2", "Player 3"])
        let known = names(of: full, for: people[0], knowing: [people[1]])
        #expect(known == people.map { "$\(people[0].calls($0))" })
        #expect(names(of: try seating(4, taken: 3), for: people[0], knowing: [people[1]])[2] == "Player 3")
    }

    @Test(
        "who acted before the device told of these people may have left, and somebody else come",
        arguments: [1, 2, nil] as [Int?])
    func membership(since: Int?) throws {
        let people = Person.group(of: 3)
        let full = try seating(3, taken: 3)
        #expect(names(of: full, for: people[0], since: since, knowing: [people[1]])[2] == "Player 3")
        let pair = Person.group(of: 2)
        #expect(names(of: try seating(2, taken: 2), for: pair[0], since: since)[1] == "Player 2")
        #expect(names(of: full, for: people[0], reportedAt: 0, knowing: [people[1]])[2] == "Player 3")
    }

    @Test("in a conversation that was founded by two, the one remote is the other player, whenever they acted")
    func foundedByTwo() throws {
        let people = Person.group(of: 2)
        var seating = try seating(2, taken: 2)
        seating.participants = 2
        #expect(names(of: seating, for: people[0], since: nil)[1] == "$\(people[0].calls(people[1]))")
    }

    @Test("a seat that changed hands is never called as its former holder was, until the same person is seen again")
    func changedHands() throws {
        let people = Person.group(of: 4)
        let newcomer = PlayerID.numbered(9)
        var reclaimed = try seating(4, taken: 4, nicknames: [1: "Ben"])
        reclaimed.hand(1, to: newcomer, at: 3)
        reclaimed[1].nickname = Nickname("Ben")
        #expect(names(of: reclaimed, for: people[0], knowing: [people[1]])[1] == "Ben")
        #expect(DisplayNames(of: reclaimed).name(of: people[1].player, at: 1) == "Ben")
        var aliases = AliasBook()
        let called = people[0].calls(people[1])
        aliases.learn(called, sent: .revision(1), madeBy: people[1].player)
        aliases.learn(called, sent: .revision(4), madeBy: newcomer)
        let device = Device(player: people[0].player, conversation: people[0].conversation, aliases: aliases)
        #expect(Attributions(device: device, seating: reclaimed).participant(of: 1) == called)

        var taken = try seating(4, taken: 4, nicknames: [1: "Ben"])
        taken.reopen(1, at: 3)
        taken.take(1, by: newcomer, at: 4)
        #expect(names(of: taken, for: people[0], knowing: [people[1]])[1] == "Player 2")
        #expect(taken.player(of: 1, at: 2) == people[1].player)
        #expect(taken.player(of: 1, at: 3) == nil)
        #expect(taken.player(of: 1, at: 4) == newcomer)
        #expect(DisplayNames(of: taken).name(of: people[1].player, at: 1) == "Ben")
    }

    @Test(
        "who puts back what a seat's new player sent is not called them, where the former one is known as somebody else"
    )
    func putBackAfterReclaim() throws {
        let people = Person.group(of: 4)
        let (amber, ben, chris, newcomer) = (people[0], people[1], people[2], PlayerID.numbered(9))
        var seating = try seating(4, taken: 4)
        seating.hand(1, to: newcomer, at: 3)
        var device = Device(player: amber.player, conversation: amber.conversation)
        device.aliases.learn(amber.calls(ben), sent: .revision(1), madeBy: ben.player)
        device.aliases.learn(amber.calls(chris), sent: .revision(4), madeBy: newcomer)
        func participant(_ device: Device) -> ParticipantID? {
            Attributions(device: device, seating: seating).participant(of: 1)
        }
        #expect(participant(device) == nil)
        device.aliases.learn(amber.calls(ben), sent: .revision(5), madeBy: newcomer)
        #expect(participant(device) == nil)
        device.aliases.learn(amber.calls(chris), sent: .revision(6), madeBy: chris.player)
        device.aliases.learn(amber.calls(chris), sent: .revision(7), madeBy: chris.player)
        #expect(participant(device) == amber.calls(ben))
    }

    @Test("who reclaimed a seat and is erased then has no name, not that of before either; others have theirs")
    func erasedAfterReclaim() throws {
        let people = Person.group(of: 4)
        var seating = try seating(4, taken: 4, nicknames: [1: "Ben", 2: "ben"])
        seating.hand(1, to: .numbered(9), at: 3)
        let succession = Succession(of: .numbered(9), by: nil)
        let erased = seating.replacing(succession.replacement(in: SessionID(.numbered(1))))
        #expect(names(of: erased, for: people[0])[1] == "Player 2")
        #expect(DisplayNames(of: erased).name(of: people[1].player, at: 1) == nil)
        #expect(names(of: erased, for: people[0])[2] == "ben")
    }

    @Test("as many as sit at a table may have one nickname, and each is numbered once")
    func manyAlike() throws {
        let seating = try seating(
            32, taken: 32, nicknames: Dictionary(uniqueKeysWithValues: (0..<32).map { ($0, "Amber") }))
        let names = DisplayNames(of: seating)
        let told = seating.table.all.compactMap { names.name(of: $0) }
        #expect(told == ["Amber"] + (2...32).map { "Amber \($0)" })
    }

    @Test("of players with one nickname whoever had it first keeps it, in whatever seats they sit")
    func firstNamed() throws {
        var seating = try seating(4, taken: 4)
        for (number, seat) in ([2, 0, 3] as [SeatIndex]).enumerated() {
            let amber = try #require(Nickname(number == 1 ? "AMBER" : "Amber"))
            for repeated in [5, 9] { seating.name(seat, amber, at: 10 * number + repeated) }
        }
        func names(_ seating: Seating) -> [String?] {
            seating.table.all.map { DisplayNames(of: seating).name(of: $0) }
        }
        #expect(names(seating) == ["AMBER 2", nil, "Amber", "Amber 3"])

        // Whoever goes by another name in between has it anew.
        var renamed = seating
        for (name, revision) in [("Chris", 40), ("Amber", 41)] {
            renamed.name(2, try #require(Nickname(name)), at: revision)
        }
        #expect(names(renamed) == ["AMBER", nil, "Amber 3", "Amber 2"])

        // Who reclaims a seat has had the name for as long as its former holder.
        var reclaimed = seating
        for (player, revision) in [(PlayerID.numbered(8), 50), (.numbered(9), 60)] {
            reclaimed.hand(2, to: player, at: revision)
            reclaimed.name(2, try #require(Nickname("Amber")), at: revision)
        }
        #expect(names(reclaimed) == ["AMBER 2", nil, "Amber", "Amber 3"])
        #expect(names(try Seating(json: reclaimed.json)) == names(reclaimed))

        // Who takes a seat that is open again has not.
        var taken = seating
        taken.reopen(2, at: 50)
        taken.take(2, by: .numbered(9), at: 51)
        taken.name(2, try #require(Nickname("Amber")), at: 51)
        #expect(names(taken) == ["AMBER", nil, "Amber 3", "Amber 2"])
    }

    @Test("who is contested is neither used nor inferred")
    func contested() throws {
        let people = Person.group(of: 2)
        var device = Device(player: people[0].player, conversation: people[0].conversation)
        device.aliases.learn(people[0].calls(people[1]), sent: .revision(1), madeBy: people[1].player)
        device.aliases.learn(people[0].calls(people[1]), sent: .revision(1), madeBy: .numbered(9))
        #expect(Attributions(device: device, seating: try seating(2, taken: 2)).participant(of: 1) == nil)
    }

    @Test("only participants of this conversation are named, and in upper case")
    func onlyThisConversation() throws {
        let people = Person.group(of: 3)
        var aliases = AliasBook()
        aliases.learn(people[0].calls(people[1]), sent: .revision(1), madeBy: people[1].player)
        let conversation = Conversation(local: people[0].local, remotes: [people[0].calls(people[2])])
        let device = Device(player: people[0].player, conversation: conversation, aliases: aliases)
        let attributions = Attributions(device: device, seating: try seating(4, taken: 3))
        #expect(attributions.participant(of: 1) == nil)
        let own = TextWriter(composer, in: "en", for: attributions).attribution(of: 0)
        #expect(own == own.uppercased())
        #expect(own == "$\(people[0].local.uuid.uuidString)")
    }

    @Test("without identifiers there are nicknames, told apart, and numbers of seats")
    func nicknames() throws {
        let seating = try seating(
            6, taken: 6, nicknames: [0: "Amber", 1: "amber", 2: "Amber 2", 3: "Amber", 5: "Player 5"])
        let attributions = Attributions(reader: .numbered(8), seating: seating)
        let names = seating.table.all.map { TextWriter(composer, in: "en", for: attributions).attribution(of: $0) }
        #expect(names[0] == "Amber")
        #expect(names[4] == "Player 5")
        #expect(names[5] == "“Player 5”")
        #expect(Set(names.map { $0.lowercased() }).count == 6)
        #expect(Set(names[...3].map { $0.lowercased() }).count == 4)
    }

    @Test(
        "a player may have several identifiers; one that is here may have put back a bubble of one known before")
    func severalIdentifiers() throws {
        let people = Person.group(of: 3)
        let (phone, mail) = (people[0].calls(people[1]), people[0].calls(people[2]))
        var aliases = AliasBook()
        aliases.learn(phone, sent: .revision(5), madeBy: people[1].player)
        aliases.learn(mail, sent: .revision(4), madeBy: people[1].player)
        func participant(among remotes: [ParticipantID]) throws -> ParticipantID? {
            let conversation = Conversation(local: people[0].local, remotes: remotes)
            let device = Device(player: people[0].player, conversation: conversation, aliases: aliases)
            return Attributions(device: device, seating: try seating(2, taken: 2)).participant(of: 1)
        }
        #expect(try participant(among: [phone]) == phone)
        #expect(try participant(among: [mail]) == nil)
        #expect(try participant(among: [phone, mail]) == nil)
        aliases.learn(mail, sent: .revision(6), madeBy: .numbered(8))
        #expect(try participant(among: [phone, mail]) == nil)
        aliases.learn(mail, sent: .revision(7), madeBy: .numbered(8))
        #expect(try participant(among: [phone, mail]) == phone)
    }

    @Test("who is left over is nobody's, if a player is known by an address elsewhere, and somebody here is no player")
    func otherAddress() throws {
        let people = Person.group(of: 4)
        let full = try seating(4, taken: 4)
        let reader = people[0]
        var aliases = AliasBook()
        aliases.learn(reader.calls(people[1]), sent: .revision(1), madeBy: people[1].player)
        aliases.learn(ParticipantID(.numbered(77)), sent: .revision(1), madeBy: people[2].player)
        aliases.learn(reader.calls(people[3]), sent: .revision(1), madeBy: .numbered(9))
        let device = Device(
            player: reader.player, conversation: reader.conversation, since: 0, reportedAt: 1, aliases: aliases)
        let attributions = Attributions(device: device, seating: full)
        #expect(attributions.participant(of: 1) == reader.calls(people[1]))
        #expect(attributions.participant(of: 2) == nil && attributions.participant(of: 3) == nil)
    }

    @Test("the one remote of another conversation is not the other player")
    func forwarded() throws {
        let people = Person.group(of: 3)
        var seating = try seating(2, taken: 2)
        seating.participants = 2
        let with = { (other: Person) in Conversation(local: people[0].local, remotes: [people[0].calls(other)]) }
        let device = Device(player: people[0].player, conversation: with(people[1]), since: 1)
        #expect(Attributions(device: device, seating: seating).participant(of: 1) == people[0].calls(people[1]))
        let elsewhere = device.reporting(with(people[2]), at: 2)
        #expect(Attributions(device: elsewhere, seating: seating).participant(of: 1) == nil)
    }
}
