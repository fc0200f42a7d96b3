import TestSupport
import Testing

@testable import Roundtable

@Suite("What a device learns")
struct DeviceTests {
    private let people = Person.group(of: 3)

    private var device: Device {
        Device(player: people[0].player, conversation: people[0].conversation)
    }

    private func learn(_ device: inout Device, of author: Person, from sender: Person) -> Hint? {
        device.learn(people[0].calls(sender), sent: .revision(1), madeBy: author.player)
    }

    @Test("another's message, sent by them: an alias")
    func another() {
        var device = device
        #expect(learn(&device, of: people[1], from: people[1]) == nil)
        #expect(device.aliases.player(of: people[0].calls(people[1])) == people[1].player)
    }

    @Test("one's own message, sent by oneself: nothing new")
    func own() {
        var device = device
        #expect(learn(&device, of: people[0], from: people[0]) == nil)
        #expect(device.aliases == AliasBook())
    }

    @Test("another's message, sent from here: no alias but a hint")
    func hint() {
        var device = device
        #expect(learn(&device, of: people[1], from: people[0]) == .sentByYou)
        let names = Attributions(device: device, seating: Seating(openSeats: 2))
        #expect(names.resolved == [people[0].player: people[0].local])
    }

    @Test("one's own message, put back by another: nothing")
    func putBack() {
        var device = device
        #expect(learn(&device, of: people[0], from: people[1]) == nil)
        #expect(device.aliases == AliasBook())
    }

    @Test("a device knows since when it tells of exactly these people")
    func since() {
        let device = Device(player: people[0].player, conversation: people[0].conversation, since: 2)
        let remotes = people[0].conversation.remotes
        let same = Conversation(local: people[0].local, remotes: remotes.reversed())
        #expect(device.reporting(same, at: 5).since == 2)
        let fewer = Conversation(local: people[0].local, remotes: [remotes[0]])
        #expect(device.reporting(fewer, at: 5).since == 5)
        #expect(device.reporting(fewer, at: 5).reporting(same, at: 7).since == 7)
    }
}
