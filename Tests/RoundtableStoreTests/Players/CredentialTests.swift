import Foundation
import Postgres
import TestSupport
import Testing

@testable import Roundtable

@Suite("Remembered credentials", .database)
struct CredentialTests {
    /// Two instances over one store, and a player of one of them, known to both.
    private func instances() async throws -> (here: PlayerService, there: PlayerService, player: Player, token: String)
    {
        let service = try TestService()
        let players = { PlayerService(store: service.store, context: service.context) }
        let (here, there) = (players(), players())
        let (player, token) = try await here.create()
        for instance in [here, there] {
            try await instance.sweep()
            #expect(try await instance.authenticate(token).id == player.id)
        }
        return (here, there, player, token)
    }

    private func revoke(_ player: Player) async throws {
        _ = try await TestDatabase.current.pool.query("DELETE FROM credentials WHERE player_id = \(player.id.uuid)")
    }

    @Test("a credential that was revoked elsewhere is refused after the next sweep")
    func revoked() async throws {
        let (here, there, player, token) = try await instances()
        try await revoke(player)
        for instance in [here, there] {
            try await instance.sweep()
            await #expect(throws: ServiceError.self) { try await instance.authenticate(token) }
        }
    }

    @Test("one that was given to another player stands for them after the next sweep, and all others stay valid")
    func handed() async throws {
        let (here, there, player, token) = try await instances()
        let (other, otherToken) = try await there.create()
        #expect(try await here.authenticate(otherToken).id == other.id)
        _ = try await TestDatabase.current.pool.query(
            "UPDATE credentials SET player_id = \(other.id.uuid) WHERE player_id = \(player.id.uuid)")
        try await here.sweep()
        #expect(try await here.authenticate(token).id == other.id)
        #expect(try await here.authenticate(otherToken).id == other.id)
    }

    @Test("the store forgets changes that no instance looks for any more")
    func bounded() async throws {
        let (_, _, player, _) = try await instances()
        let pool = try TestDatabase.current.pool
        _ = try await pool.query(
            "INSERT INTO credential_changes VALUES (gen_random_uuid(), now() - interval '2 hours')")
        try await revoke(player)
        let rows = try await pool.query("SELECT at > now() - interval '1 hour' FROM credential_changes")
        #expect(try rows.map { try $0.decode(at: 0, as: Bool.self) } == [true])
    }
}
