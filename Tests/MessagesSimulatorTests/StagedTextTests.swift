import MessagesSimulator
import RoundtableModel
import Testing

@Suite("Texts that are staged")
struct StagedTextTests {
    @Test("an identifier of the sending device becomes the name that each reader knows")
    func names() async throws {
        let trio = try await Trio()
        let identifiers = await trio.amber.identifiers()
        let ben = identifiers[Person("Ben")]
        let text = StagedText(
            "$\(identifiers.conversation.local) asks $\(ben), $\(ben)!", knowing: identifiers)
        var ambersBook = AddressBook()
        ambersBook[Person("Ben")] = "Benny"
        #expect(text.printed(with: ambersBook) == "Amber asks Benny, Benny!")
        #expect(text.printed(with: AddressBook()) == "Amber asks Ben, Ben!")
    }

    @Test(
        "everything else is printed as it is",
        arguments: ["", "$", "$$", "5 $ each", "$(name)", "$1A5E2F30", "$1A5E2F30-9B7C-4D1A-8E55-0C6D7F8A9B01", "ü😀"])
    func plain(text: String) async throws {
        let identifiers = try await Trio().amber.identifiers()
        #expect(StagedText(text, knowing: identifiers).printed(with: AddressBook()) == text)
    }

    @Test("identifiers in lower case, without a dollar, cut short or of another device stay garbage")
    func garbage() async throws {
        let trio = try await Trio()
        let identifiers = await trio.amber.identifiers()
        let local = identifiers.conversation.local.description
        let foreign = await trio.ben.conversation().local.description
        for text in ["$\(local.lowercased())", local, "$\(local.dropLast())", "$ \(local)", "$\(foreign)"] {
            #expect(StagedText(text, knowing: identifiers).printed(with: AddressBook()) == text)
        }
        let text = StagedText("$$\(local)\(local)", knowing: identifiers)
        #expect(text.printed(with: AddressBook()) == "$Amber\(local)")
    }
}

extension App {
    func identifiers() async -> Identifiers {
        await simulation.identifiers(on: device, in: group)
    }
}
