import GameRules
import Roundtable
import TestSupport

/// Amber, Ben, Chris and Dana build an ice cream; each of them has a seat, and each device knows everybody by sighting. Then
/// Ben loses his phone, and has looked at the game on a new one.
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
    let tokens: [String]

    /// - Parameters:
    ///   - seats: how many there are.
    ///   - introduced: whether everybody has tapped everybody's first message.
    init(seats: Int = 5, introduced: Bool = true) async throws {
        service = try TestService()
        people = Person.group(of: 4)
        newBen = people[1].onNewPhone
        let opened = try await service.open("ice-cream", by: people[0], seats: seats)
        session = opened.session.session.id
        var tokens = [try opened.message.token]
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
    func reclaim() async throws -> String {
        try await service.reclaim(1, of: session, by: newBen).message.token
    }

    /// Somebody opens a claim's message, which Ben's account has sent.
    func open(_ token: String, by person: Person) async throws {
        _ = try await service.open(token, by: person, from: newBen)
    }

    /// What somebody sees of the claims.
    func claims(for person: Person) async throws -> [SessionView.Claim] {
        try await service.view(of: session, for: person).claims
    }

    /// Ben asks for his seat, and Amber and Chris vouch; his message's token.
    func vouched() async throws -> String {
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
        try await service.view(of: session, for: amber).session.seating[1].player
    }
}
