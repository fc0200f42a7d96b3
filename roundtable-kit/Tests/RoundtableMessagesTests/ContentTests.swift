import Foundation
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("Something sent beside a game")
@MainActor
struct ContentTests {
    private nonisolated static let file = URL(filePath: "/board.png")

    @Test(
        "waits in the input field, for which the app makes room",
        arguments: [
            MessageContent.text("Your turn!"), .sticker(file, description: "A cone"), .attachment(file, name: "Board"),
        ])
    func inserted(content: MessageContent) async throws {
        let table = GameTable([])
        table.game.willBecomeActive(nil, in: table.host)
        try await table.game.insert(content)
        #expect(table.host.insertedContents == [content] && table.host.sentContents.isEmpty)
        #expect(table.host.requests == [.compact])
        table.game.end()
    }

    @Test("is sent at once if asked")
    func sent() async throws {
        let table = GameTable([])
        table.game.willBecomeActive(nil, in: table.host)
        try await table.game.insert(.text("Well played"), send: .now)
        #expect(table.host.sentContents == [.text("Well played")] && table.host.insertedContents.isEmpty)
        table.game.end()
    }

    @Test("is refused with the error of Messages, and no room is made")
    func refused() async {
        let table = GameTable([])
        table.host.insertError = NSError(domain: "Messages", code: 10)
        table.game.willBecomeActive(nil, in: table.host)
        let error = await #expect(throws: NSError.self) { try await table.game.insert(.text("Well played")) }
        #expect(error?.code == 10 && table.host.requests.isEmpty)
        table.game.end()
    }

    @Test("has nowhere to go before the game is active")
    func nowhere() async {
        let table = GameTable([])
        await #expect(throws: MessagesHostError.noConversation) {
            try await table.game.insert(.text("Well played"))
        }
    }
}
