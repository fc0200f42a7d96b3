import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("Repeated requests", .database)
struct RepeatTests {
    let service: TestService
    let amber: Person
    let ben: Person
    let session: SessionID

    init() async throws {
        service = try TestService()
        let people = Person.group(of: 2)
        (amber, ben) = (people[0], people[1])
        session = try await service.open("tic-tac-toe", by: amber, move: "b2").session.id
    }

    @Test("a repeat gets the first answer, also after the session moved on", arguments: [SendMode.now, .draft])
    func movedOn(send: SendMode) async throws {
        let first = try await service.move("a1", by: ben, in: session, revision: 1, send: send, key: "k")
        _ = try await service.sent(first.message.token, by: ben)
        _ = try await service.move("c3", by: amber, in: session, revision: 2, send: .now)
        service.time.advance(seconds: 100)
        let second = try await service.move("a1", by: ben, in: session, revision: 1, send: send, key: "k")
        #expect(String(reflecting: first.message) == String(reflecting: second.message))
        #expect(first.draft == second.draft)
        #expect(first.session == second.session)
        #expect(first.session.seats.map(\.attribution) == second.session.seats.map(\.attribution))
        #expect(first.session.legalMoves == second.session.legalMoves)
        #expect(first.session.draft?.move == second.session.draft?.move)
        #expect(try await service.events(of: session).count == 3)
    }

    @Test("what a device learned in between does not change the words of the first answer")
    func learnedSince() async throws {
        let group = Person.group(of: 3)
        let id = try await service.open("ice-cream", by: group[0], seats: 3).session.id
        _ = try await service.join(id, by: group[1])
        let joined = try await service.move("Base=base01", by: group[2], in: id, revision: 2, send: .now, key: "k")
        let fresh = try await service.turns.freshMessage(of: id, service.request(of: group[0], send: .now))
        _ = try await service.open(fresh.token, by: group[2], from: group[0])
        let again = try await service.move("Base=base01", by: group[2], in: id, revision: 2, send: .now, key: "k")
        #expect(String(reflecting: joined.message) == String(reflecting: again.message))
        #expect(joined.session.seats.map(\.attribution) == again.session.seats.map(\.attribution))
        let now = try await service.view(of: id, for: group[2])
        #expect(now.seats[0].participant == group[2].calls(group[0]))
    }

    @Test("from other identifiers a repeat has the same token, and the texts are composed for them")
    func otherIdentifiers() async throws {
        let first = try await service.move("a1", by: ben, in: session, revision: 1, key: "k")
        let reinstalled = ben.onAnotherDevice
        let second = try await service.move("a1", by: reinstalled, in: session, revision: 1, key: "k")
        #expect(first.message.token == second.message.token)
        #expect(first.message.layout.caption?.contains("$\(ben.local)") == true)
        #expect(second.message.layout.caption?.contains("$\(reinstalled.local)") == true)
    }

    @Test("the same key with another move is refused", arguments: [SendMode.now, .draft])
    func otherMove(send: SendMode) async throws {
        _ = try await service.move("a1", by: ben, in: session, revision: 1, send: send, key: "k")
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.move("a2", by: ben, in: session, revision: 1, send: send, key: "k")
        }
        #expect(refusal?.code == .idempotencyKeyReused)
    }

    @Test("a refusal is not kept: the same request may succeed later")
    func refusalsAreNotKept() async throws {
        let early = await #expect(throws: ServiceError.self) {
            try await service.move("c3", by: amber, in: session, revision: 2, send: .now, key: "k")
        }
        #expect(early?.code == .staleRevision)
        #expect(early?.revision == 1)
        _ = try await service.move("a1", by: ben, in: session, revision: 1, send: .now)
        let later = try await service.move("c3", by: amber, in: session, revision: 2, send: .now, key: "k")
        #expect(later.session.revision == 3)
    }

    @Test("after 72 hours a key is forgotten")
    func forgotten() async throws {
        _ = try await service.move("a1", by: ben, in: session, revision: 1, send: .now, key: "k")
        try await service.removeOldAnswers()
        _ = try await service.move("c3", by: amber, in: session, revision: 2, send: .now, key: "k")
        let again = try await service.move("a3", by: ben, in: session, revision: 3, send: .now, key: "k")
        #expect(again.session.revision == 4)
    }

    @Test("a repeated wish for a fresh message gets the same one")
    func fresh() async throws {
        let request = service.request(of: amber, send: .now, key: "k")
        let first = try await service.turns.freshMessage(of: session, request)
        _ = try await service.move("a1", by: ben, in: session, revision: 1, send: .now)
        let second = try await service.turns.freshMessage(of: session, request)
        #expect(String(reflecting: first) == String(reflecting: second))
    }
}
