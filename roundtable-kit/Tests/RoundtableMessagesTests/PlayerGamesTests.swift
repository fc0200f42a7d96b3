import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("The list of games")
@MainActor
struct PlayerGamesTests {
    private static let path = "/me/sessions"

    private static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000000\(number)" }

    private static func page(_ numbers: [Int], next: String? = nil, revision: Int = 7) -> String {
        let lines = numbers.map { number in
            """
            {"id": "\(id(number))", "game": "chess", "revision": \(revision), "state": "active", "yourTurn": true,
             "summaryText": "s", "updatedAt": "2030-01-01T00:00:00Z", "others": ["Ben"]}
            """
        }
        let next = next.map { #""\#($0)""# } ?? "null"
        return #"{"sessions": [\#(lines.joined(separator: ","))], "next": \#(next)}"#
    }

    private func numbers(_ list: PlayerGames) -> [Int?] { list.sessions.map { $0.id.rawValue.last?.wholeNumberValue } }

    @Test("is read page by page, past empty ones, and has each game once; a refresh reads as far as before")
    func pages() async throws {
        let table = GameTable([
            (path: Self.path + "?", status: 200, body: Self.page([1, 2], next: "b")),
            (path: Self.path + "?after=b", status: 200, body: Self.page([], next: "c")),
            (path: Self.path + "?after=c", status: 200, body: Self.page([2, 3])),
        ])
        let list = PlayerGames(in: table.game.owner)
        #expect(list.sessions.isEmpty && !list.hasMore)
        await list.loadMore()
        #expect(await table.service.requests.isEmpty)
        await list.refresh()
        #expect(numbers(list) == [1, 2] && list.hasMore)
        await list.loadMore()
        #expect(numbers(list) == [1, 2, 3] && !list.hasMore && list.explanation == nil)
        await table.service.answer(Self.path + "?", Self.page([3, 1], next: "b"))
        await list.refresh()
        #expect(numbers(list) == [3, 1, 2] && !list.hasMore)
        // A service that does not get on is not asked for ever.
        await table.service.answer(Self.path + "?after=b", Self.page([], next: "b"))
        await list.refresh()
        #expect(numbers(list) == [3, 1] && list.hasMore)
    }

    @Test("leaves out a game that was hidden, until something happens in it")
    func hidden() async throws {
        let table = GameTable([
            (path: Self.path + "/" + Self.id(1).lowercased(), status: 204, body: ""),
            (path: Self.path, status: 200, body: Self.page([1, 2])),
        ])
        let list = PlayerGames(in: table.game.owner)
        await list.refresh()
        await list.hide(try #require(list.sessions.first))
        #expect(numbers(list) == [2] && list.explanation == nil)
        #expect(await table.service.requests.last?.method == "DELETE")
        // A page that was read before it was hidden.
        await list.refresh()
        #expect(numbers(list) == [2])
        await table.service.answer(Self.path, Self.page([1, 2], revision: 8))
        await list.refresh()
        #expect(numbers(list) == [1, 2])
    }

    @Test("keeps what was read if it can't be read again, and says why")
    func offline() async throws {
        let table = GameTable([(path: Self.path, status: 200, body: Self.page([1]))])
        let list = PlayerGames(in: table.game.owner)
        await list.refresh()
        await table.service.answer(Self.path, status: 503, Sample.problem("unavailable", status: 503))
        await list.refresh()
        #expect(numbers(list) == [1] && list.explanation?.kind == .offline)
        await list.hide(try #require(list.sessions.first))
        #expect(numbers(list) == [1] && list.explanation?.kind == .offline)
        await table.service.answer(Self.path, Self.page([1]))
        await list.refresh()
        #expect(list.explanation == nil)
    }

    @Test("of somebody who is no player yet is empty, and makes no player")
    func newcomer() async throws {
        let table = GameTable([(path: Self.path, status: 200, body: Self.page([1]))], vault: TestVault(nil))
        let list = PlayerGames(in: table.game.owner)
        await list.refresh()
        #expect(list.sessions.isEmpty && list.explanation == nil)
        #expect(await table.service.requests.isEmpty)
    }
}
