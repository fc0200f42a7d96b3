import Foundation
import GameRules
import Postgres
import Roundtable
import TestSupport

/// Amber, Ben, Chris and Dana, or some more or fewer, build an ice cream; each of them has a seat, and each device
/// knows everybody by sighting. Then Ben loses his phone, and has looked at the game on a new one.
struct LostPhone {
    let service: TestService
    let people: [Person]
    var amber: Person { people[0] }
    /// Ben on the phone that is lost, or stolen.
    var ben: Person { people[1] }
    var chris: Person { people[2] }
    var dana: Person { people[3] }
    /// Ben with a new credential.
    let newBen: Person
    let session: SessionID
    /// Everybody's first messages, in the order of seats.
    let tokens: [MessageToken]

    /// - Parameters:
    ///   - count: how many people there are.
    ///   - seats: how many seats there are.
    ///   - introduced: whether everybody has tapped everybody's first message.
    init(people count: Int = 4, seats: Int = 5, introduced: Bool = true) async throws {
        service = try TestService()
        people = Person.group(of: count)
        newBen = people[1].onNewPhone
        let opened = try await service.open("ice-cream", by: people[0], seats: seats)
        session = opened.session.id
        var tokens = [opened.message.token]
        for person in people.dropFirst() { tokens.append(try await service.join(session, by: person).message.token) }
        self.tokens = tokens
        if introduced {
            for reader in people {
                for (author, token) in zip(people, tokens) {
                    _ = try await service.open(token, by: reader, from: author)
                }
            }
        }
        _ = try await service.open(tokens[0], by: newBen, from: people[0])
        service.time.advance(seconds: 60)
    }

    /// Ben asks for his seat; his message's token.
    func reclaim() async throws -> MessageToken {
        try await service.reclaim(1, of: session, by: newBen).message.token
    }

    /// Somebody opens a claim's message, which Ben's account has sent.
    func open(_ token: MessageToken, by person: Person) async throws {
        _ = try await service.open(token, by: person, from: newBen)
    }

    /// What somebody sees of the claims.
    func claims(for person: Person) async throws -> [SessionView.Claim] {
        try await service.view(of: session, for: person).claims
    }

    /// The claims that nobody has closed, whether shown or not.
    func countOpenClaims() async throws -> Int { try await countClaims(in: .open) }

    /// The claims in a state, as the database has it.
    func countClaims(in state: Claim.State) async throws -> Int {
        let rows = try await TestDatabase.current.pool.query(
            "SELECT count(*) FROM claims WHERE session_id = \(session.uuid) AND state = \(state.rawValue)")
        return try rows.first?.decode(at: 0, as: Int.self) ?? 0
    }

    /// Many newcomers claim a seat, as the database has it.
    ///
    /// - Parameter age: for how many seconds the session has known them.
    func fill(
        _ count: Int, seat: SeatIndex, of holder: Person, expiresAfter seconds: Int = 600_000, knownFor age: Int = 0
    ) async throws {
        let now = service.time.now
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO claims (session_id, claim_id, seat, player_id, holder_id, revision, state, version, created_at,
                expires_at, witnesses, needed, seen_since)
            SELECT \(session.uuid), gen_random_uuid(), \(seat.rawValue), gen_random_uuid(), \(holder.player.uuid), 4,
                'open', 0, \(now), \(now.adding(seconds: seconds)), '[]', 2, \(now.adding(seconds: -age))
            FROM generate_series(1, \(count))
            """)
    }

    /// Ben asks for his seat, and Amber and Chris vouch; his message's token.
    func vouched() async throws -> MessageToken {
        let token = try await reclaim()
        try await open(token, by: amber)
        try await open(token, by: chris)
        return token
    }

    /// The time for a veto passes, and somebody looks.
    func waitForVeto() async throws {
        service.time.advance(seconds: service.context.limits.reclaimSeconds)
        try await service.claims.sweep()
    }

    /// Whose seat Ben's is.
    func holder() async throws -> PlayerID? {
        try await service.store.record(of: session, for: nil)?.session.seating[1].player
    }
}
