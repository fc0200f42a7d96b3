import Foundation
import GameRules
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("What operators do about a player", .database)
struct PlayerOperationsTests {
    /// Amber, Ben and Chris play; Ben has a nickname, a draft, a fresh message, a code, and claims Amber's seat.
    private func play(_ home: Household) async throws -> SessionID {
        let service = home.service
        let opened = try await service.open("ice-cream", by: home.amber)
        let session = opened.session.id
        try await service.show(session, to: home.ben)
        let joined = try await service.turns.submit(
            .join, in: session, basedOn: nil,
            service.request(of: home.ben, send: .now, nickname: "Benedikt", body: "join"))
        _ = try await service.join(session, by: home.chris)
        _ = try await service.open(opened.message.token, by: home.ben, from: home.amber)
        _ = try await service.open(joined.message.token, by: home.amber, from: home.ben)
        _ = try await service.move("Base=base01", by: home.ben, in: session, revision: 3)
        _ = try await service.turns.freshMessage(of: session, service.request(of: home.ben, send: .draft))
        _ = try await service.links.makeCode(for: home.ben.player)
        return session
    }

    private struct Holding: Decodable {
        let kind: String
    }

    @Test("an overview tells credentials and how many sessions, and that nobody is there")
    func overview() async throws {
        let home = try await Household()
        _ = try await play(home)
        let store = try TestDatabase.current.store
        let ben = try await store.overview(of: home.ben.player)
        #expect(ben.credentials.map(\.id) == [Household.credential(of: home.ben)])
        #expect(ben.sessions == ["active": 1] && ben.succession == nil && !ben.isUnknown)
        try await home.link()
        let gone = try await store.overview(of: home.newBen.player)
        #expect(gone.credentials.isEmpty && gone.succession?.successor == home.ben.player)
        #expect(try await store.overview(of: .numbered(77)).isUnknown)
    }

    @Test("a credential that is revoked is worth nothing, nor is the code that was shown with it")
    func revoke() async throws {
        let home = try await Household()
        let session = try await play(home)
        let store = try TestDatabase.current.store
        let code = try await home.service.links.makeCode(for: home.ben.player).code
        #expect(
            try await store.revoke(Household.credential(of: home.amber), of: home.ben.player, noting: .testing) == 0)
        #expect(try await store.auditLog(.init(limit: 10)).isEmpty)
        #expect(try await store.revoke(nil, of: home.ben.player, noting: .testing) == 1)
        #expect(try await store.auditLog(.init(limit: 10)) == [.testing])
        #expect(try await store.player(with: Household.credential(of: home.ben)) == nil)
        #expect(try await store.player(with: Household.credential(of: home.amber)) != nil)
        let refusal = await #expect(throws: ServiceError.self) {
            try await home.service.links.enter(code.text, by: home.newBen.player)
        }
        #expect(refusal?.code == .badRequest)
        #expect(try await home.service.view(of: session, for: home.amber).seats[1].state == .taken)
    }

    @Test("an export has everything that is held about one person, and nobody else's ID or name")
    func holdings() async throws {
        let home = try await Household()
        let session = try await play(home)
        let store = try TestDatabase.current.store
        let operation = Operation(by: "Dana", reason: "access request")
        try await store.append(
            AuditEntry(
                id: UUID(), at: .testing, operation: operation, command: "player export",
                subject: home.ben.player.uuid))
        let lines = try await store.holdings(of: home.ben.player)
        let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        let kinds = try lines.map { try JSONDecoder().decode(Holding.self, from: Data($0)).kind }
        let expected: Set = [
            "player", "credential", "linkCode", "session", "seat", "event", "draft", "freshMessage", "answer", "device",
            "alias", "operation",
        ]
        #expect(Set(kinds) == expected)
        #expect(text.contains("Benedikt") && text.contains(session.description))
        for other in [home.amber, home.chris] { #expect(!text.contains(other.player.description)) }
        #expect(!text.contains("Dana"))
    }
}
