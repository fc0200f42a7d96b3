import Foundation
import GameRules
import Postgres
import Roundtable
import TestSupport
import Testing

/// Amber, Ben and Chris, each with a credential, and Ben's new phone with another one.
struct Household {
    let service: TestService
    let people = Person.group(of: 3)
    var amber: Person { people[0] }
    var ben: Person { people[1] }
    var chris: Person { people[2] }
    /// Ben with a new credential.
    let newBen: Person

    init() async throws {
        service = try TestService()
        newBen = people[1].onNewPhone
        for person in people + [newBen] {
            let player = Player(id: person.player, createdAt: service.time.now)
            try await service.store.create(player, credential: Self.credential(of: person))
        }
    }

    static func credential(of person: Person) -> CredentialID {
        let bytes = person.player.uuid.uuid
        return CredentialID(.numbered(UInt64(bytes.14) << 8 | UInt64(bytes.15), kind: 0xC0))
    }

    /// Ben shows a code on the old phone and enters it on the new one.
    func link() async throws {
        let code = try await service.links.makeCode(for: ben.player).code
        #expect(try await service.links.enter(code.text, by: newBen.player) == ben.player)
    }

    /// Expects that the events of a session rebuild it.
    func expectConsistency(of session: SessionID) async throws {
        let stored = try #require(try await service.store.record(of: session, for: nil)).session
        let replayed = try Session.replaying(
            try await service.events(of: session), of: stored.identity, games: .testing)
        #expect(replayed.agrees(with: stored))
    }

    /// The tables in which some text stands.
    func tables(with text: String) async throws -> [String] {
        let pool = try TestDatabase.current.pool
        let names = try await pool.query("SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'")
        var found: [String] = []
        for row in names {
            let name: String = try row.decode("name")
            let rows = try await pool.query(
                """
                SELECT FROM \(unescaped: name) t WHERE t::text ILIKE \("%\(text)%") LIMIT 1
                """)
            if rows.count > 0 { found.append(name) }
        }
        return found.sorted()
    }
}
