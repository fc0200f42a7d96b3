import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("The player of an extension")
@MainActor
struct PlayerTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let player = (path: "/players", status: 201, body: #"{"player": "\#(Sample.id)", "token": "fresh"}"#)
    private let me = (
        path: "/players/me", status: 200, body: #"{"player": "\#(Sample.id)", "createdAt": "2030-01-01T00:00:00Z"}"#
    )
    private let fresh = Credential(rawValue: "fresh")

    private func unknown(_ path: String) -> (path: String, status: Int, body: String) {
        (path, 401, Sample.problem("unauthenticated", status: 401))
    }

    @Test("while the Keychain can't be read, nobody is made a new player")
    func locked() async {
        let vault = TestVault(isLocked: true)
        let table = GameTable([open, player], vault: vault)
        await table.open()
        guard case .offline(let explanation, nil) = table.game.state, explanation.kind == .locked else {
            Issue.record("\(table.game.state)")
            return
        }
        #expect(await table.service.requests.isEmpty)
        vault.unlock()
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("whoever has no player is made one by the first message they open")
    func newcomer() async throws {
        let vault = TestVault(nil)
        let table = GameTable([open, player], vault: vault)
        await table.open()
        #expect(try vault.credential() == fresh)
        #expect(table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("of two devices that made a player each, the one whose credential was kept first is the player on both")
    func quicker() async throws {
        let vault = TestVault(nil, arriving: Credential(rawValue: "tablet"))
        let table = GameTable([open, player], vault: vault)
        await table.open()
        #expect(try vault.credential() == Credential(rawValue: "tablet"))
        let opening = await table.service.requests.first { $0.url.path.hasSuffix("/open") }
        #expect(opening?.headers["Authorization"] == "Bearer tablet")
        table.game.end()
    }

    @Test("whom the service doesn't know any more is told so, and may go on as a new player")
    func unknownPlayer() async throws {
        let vault = TestVault()
        let table = GameTable([unknown("/open"), unknown("/players/me"), player], vault: vault)
        await table.open()
        #expect(table.game.state.explanation?.kind == .unknownPlayer)
        #expect(table.game.state.explanation?.text.hasPrefix("Das Spiel kennt dich nicht mehr.") == true)
        #expect(try vault.credential() == Credential(rawValue: "amber"))

        await table.service.answer("/open", Sample.opened())
        try await table.game.startOver()
        await table.game.settle()
        #expect(try vault.credential() == fresh)
        #expect(table.game.state.explanation == nil && table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("a credential that the service knows, or that another device has put in place, is not forgotten")
    func notForgotten() async throws {
        let known = TestVault()
        let table = GameTable([open, me], vault: known)
        try await table.game.startOver()
        #expect(try known.credential() == Credential(rawValue: "amber"))

        let vault = TestVault()
        let other = GameTable([unknown("/open"), unknown("/players/me")], vault: vault)
        await other.open()
        vault.replace(by: Credential(rawValue: "tablet"))
        await other.service.answer("/open", Sample.opened())
        try await other.game.startOver()
        await other.game.settle()
        #expect(try vault.credential() == Credential(rawValue: "tablet"))
        #expect(other.game.state.game?.view.revision == 7)
        for game in [table.game, other.game] { game.end() }
    }

    @Test("who is erased leaves neither a credential nor a request behind, and nobody takes their place")
    func erased() async throws {
        let (vault, storage) = (TestVault(), TestStorage())
        let table = GameTable([open, (path: "/players/me", status: 204, body: "")], storage: storage, vault: vault)
        await table.open()
        await table.play()
        #expect(storage.text.contains("b2"))
        try await table.game.erase()
        await table.game.settle()
        #expect(try vault.credential() == nil && !storage.text.contains("b2"))
        #expect(table.game.state == .empty)
        let erasures = await table.service.requests.filter { $0.method == "DELETE" }
        #expect(erasures.map(\.headers["Authorization"]) == ["Bearer amber"])

        try await table.game.erase()
        #expect(await table.service.requests.filter { $0.method == "DELETE" }.count == 1)
    }

    @Test("whoever is a player gets a copy of what is stored about them; nobody becomes one for it")
    func exported() async throws {
        let sessions = (path: "/me/sessions", status: 200, body: #"{"sessions": [], "next": null}"#)
        let table = GameTable([me, sessions])
        let export = try await table.game.export()
        #expect(export?.me.player.rawValue == Sample.id && export?.sessions.isEmpty == true)
        let newcomer = GameTable([player], vault: TestVault(nil))
        #expect(try await newcomer.game.export() == nil)
        #expect(await newcomer.service.requests.isEmpty)
    }

    @Test("the client reads the Keychain by itself, so that no call of the app's makes another player")
    func clientOfApp() async throws {
        let table = GameTable([me, player])
        _ = try await table.game.client.me()
        #expect(await table.service.requests.map(\.headers["Authorization"]) == ["Bearer amber"])
    }

    @Test("the credential is kept until the service has erased the person, and no longer, if an answer got lost")
    func erasedLater() async throws {
        let vault = TestVault()
        let table = GameTable([], vault: vault)
        await #expect(throws: RoundtableError.self) { try await table.game.erase() }
        #expect(try vault.credential() == Credential(rawValue: "amber"))
        await table.service.answer("/players/me", status: 401, unknown("").body)
        try await table.game.erase()
        #expect(try vault.credential() == nil)
    }
}
