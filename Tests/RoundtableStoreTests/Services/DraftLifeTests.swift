import GameRules
import Roundtable
import TestSupport
import Testing

/// A turn's life from its draft on: what commits it, what drops it, and what does neither.
@Suite("The life of a draft", .database)
struct DraftLifeTests {
    let service: TestService
    let amber: Person
    let ben: Person
    let chris: Person
    /// Opened by Amber, Ben to join by moving; Amber has moved.
    let session: SessionID

    init() async throws {
        service = try TestService()
        let people = Person.group(of: 3)
        (amber, ben, chris) = (people[0], people[1], people[2])
        session = try await service.open("tic-tac-toe", by: amber, move: "b2").session.id
    }

    @Test("a draft changes nothing that anybody sees but its author's own draft")
    func draftIsInvisible() async throws {
        let answer = try await service.move("a1", by: ben, in: session, revision: 1)
        #expect(answer.draft)
        #expect(answer.session.revision == 1)
        #expect(answer.session.draft?.move == .move("a1"))
        #expect(answer.message.revision == 2)
        let ambers = try await service.view(of: session, for: amber)
        #expect(ambers.revision == 1)
        #expect(ambers.draft == nil)
        #expect(ambers.seats[1].state == .open)
    }

    @Test("pressing Send commits the draft, and repeating it changes nothing")
    func sentCommits() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        for _ in 0..<3 {
            let sent = try await service.sent(token, by: ben)
            #expect(sent.revision == 2)
            #expect(sent.status == .latest)
            #expect(sent.session.draft == nil)
        }
        let events = try await service.events(of: session)
        #expect(events.map(\.revision) == [1, 2])
        #expect(events.last?.details.joined == true)
        #expect(events.last?.seat == 1)
    }

    @Test("opening a bubble that has a sender commits it, whoever opens it", arguments: [0, 1, 2])
    func openWithSenderCommits(opener: Int) async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        let opened = try await service.open(token, by: [amber, ben, chris][opener], from: ben)
        #expect(opened.revision == 2)
        #expect(opened.status == .latest)
        #expect(opened.seat == 1)
    }

    @Test("its author's opening a bubble that nobody has sent yet proves nothing")
    func openByAuthorWithoutSender() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        let opened = try await service.open(token, by: ben, from: nil)
        #expect(opened.status == .draft)
        #expect(opened.revision == nil)
        #expect(opened.session.revision == 1)
    }

    @Test("another player's opening or reporting it is proof, even without a sender", arguments: [true, false])
    func anotherPlayersReport(opens: Bool) async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        let revision =
            opens
            ? try await service.open(token, by: amber, from: nil).revision
            : try await service.sent(token, by: amber).revision
        #expect(revision == 2)
    }

    @Test("a cancelled draft never counts, and whoever opens its bubble is told")
    func cancelIsFinal() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        #expect(try await service.cancel(token, by: ben).draft == nil)
        try await service.cancel(token, by: ben)
        #expect(try await service.sent(token, by: ben).status == .cancelled)
        let opened = try await service.open(token, by: amber, from: ben)
        #expect(opened.status == .cancelled)
        #expect(opened.revision == nil)
        #expect(opened.session.revision == 1)
    }

    @Test("only its author can take a message back")
    func cancelByAnother() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        let refusal = await #expect(throws: ServiceError.self) { try await service.cancel(token, by: amber) }
        #expect(refusal?.code == .notAllowed)
        #expect(try await service.sent(token, by: ben).revision == 2)
    }

    @Test("a newer draft hides the older one, but the older one counts if it was the one that was sent")
    func newerDraftReplaces() async throws {
        let older = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        service.time.advance(seconds: 1)
        let newer = try await service.move("c3", by: ben, in: session, revision: 1).message.token
        #expect(try await service.view(of: session, for: ben).draft?.move == .move("c3"))
        #expect(try await service.open(older, by: amber, from: ben).revision == 2)
        let overtaken = try await service.open(newer, by: amber, from: ben)
        #expect(overtaken.status == .overtaken)
        #expect(overtaken.revision == nil)
        #expect(overtaken.events.map { $0.revision } == [2])
        #expect(overtaken.events.first?.move == .move("a1"))
        #expect(try await service.view(of: session, for: ben).draft == nil)
    }

    @Test("a replaced draft can still be cancelled, for good")
    func cancelReplaced() async throws {
        let older = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        service.time.advance(seconds: 1)
        let newer = try await service.move("c3", by: ben, in: session, revision: 1).message.token
        try await service.cancel(older, by: ben)
        #expect(try await service.open(older, by: amber, from: ben).status == .cancelled)
        #expect(try await service.sent(newer, by: ben).revision == 2)
    }

    @Test("an expired draft is not shown any more, but proof commits it")
    func expiredDraft() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        service.time.advance(seconds: 86_400)
        #expect(try await service.view(of: session, for: ben).draft == nil)
        #expect(try await service.open(token, by: chris, from: ben).revision == 2)
    }

    @Test("of two who drafted the same turn the first proven has it, and the other is told the truth")
    func overtaken() async throws {
        let bens = try await service.move("a1", by: ben, in: session, revision: 1).message.token
        let chriss = try await service.move("c3", by: chris, in: session, revision: 1).message.token
        #expect(try await service.sent(chriss, by: chris).revision == 2)
        let sent = try await service.sent(bens, by: ben)
        #expect(sent.status == .overtaken)
        #expect(sent.session.revision == 2)
        #expect(sent.session.you == nil)
    }

    @Test("a move that counts can't be cancelled, but is marked unsent until a fresh message of it is sent")
    func unsentUntilFresh() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1, send: .now).message.token
        let refusal = await #expect(throws: ServiceError.self) { try await service.cancel(token, by: ben) }
        #expect(refusal?.code == .alreadyCommitted)
        #expect(try await service.view(of: session, for: ben).unsent)
        #expect(try await !service.view(of: session, for: amber).unsent)

        let fresh = try await service.turns.freshMessage(of: session, service.request(of: ben, send: .now))
        #expect(fresh.revision == 2)
        #expect(fresh.token != token)
        #expect(try await service.view(of: session, for: ben).unsent)
        #expect(try await service.sent(fresh.token, by: ben).status == .latest)
        #expect(try await !service.view(of: session, for: ben).unsent)
        #expect(try await service.events(of: session).count == 2)
    }

    @Test("the next event makes the unsent one history")
    func unsentIsForgotten() async throws {
        let token = try await service.move("a1", by: ben, in: session, revision: 1, send: .now).message.token
        await #expect(throws: ServiceError.self) { try await service.cancel(token, by: ben) }
        _ = try await service.move("c3", by: amber, in: session, revision: 2, send: .now)
        #expect(try await !service.view(of: session, for: ben).unsent)
        let refusal = await #expect(throws: ServiceError.self) { try await service.cancel(token, by: ben) }
        #expect(refusal?.code == .alreadyCommitted)
        #expect(try await !service.view(of: session, for: amber).unsent)
    }
}
