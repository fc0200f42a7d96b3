import Foundation
import RoundtableModel
import Testing

@testable import MessagesSimulator

@Suite("Mentions")
struct MentionTests {
    @Test("a text names its mover first, whoever plays next before “to play”, and the winner at its end")
    func roles() async {
        let world = Simulation(seed: 1, service: URL(filePath: "/"))
        let (amber, ben) = (Person("Amber"), Person("Ben"))
        let phone = await world.addDevice(of: amber)
        let group = await world.addGroup([amber, ben])
        let identifiers = await world.identifiers(on: phone, in: group)
        func mentions(_ text: String) -> [Mention] { Mention.all(in: StagedText(text, knowing: identifiers)) }
        let (ambers, bens) = ("$\(identifiers[amber])", "$\(identifiers[ben])")

        #expect(mentions("\(ambers) took the centre") == [Mention(name: .contact(amber), role: .mover)])
        #expect(mentions("\(bens) to play") == [Mention(name: .contact(ben), role: .next)])
        #expect(mentions("Player 2 to play") == [Mention(name: .fallback("Player 2"), role: .next)])
        #expect(mentions("A new player took it") == [Mention(name: .fallback("A new player"), role: .mover)])
        #expect(
            mentions("\(ambers) left: Nick Ben 2 won") == [
                Mention(name: .contact(amber), role: .mover), Mention(name: .fallback("Nick Ben 2"), role: .winner),
            ])
        #expect(mentions("Tic-tac-toe: a draw").isEmpty)
        let listed = [
            Mention(name: .contact(amber), role: .seated), Mention(name: .fallback("Player 2"), role: .seated),
        ]
        #expect(mentions("Winners: \(ambers), Player 2") == listed)
        #expect(mentions("Boxes: \(ambers) 5, Player 2 4") == listed)
        #expect(mentions("Points: \(ambers): 3 points; Player 2: 4 points.") == listed)
    }
}
