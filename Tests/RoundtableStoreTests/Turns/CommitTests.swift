import Foundation
import GameRules
@testable import Roundtable

import RoundtableModel
import TestSupport
import Testing

@Suite("Commits", .database)
struct CommitTests {
    let service: TestService
    let people = Person.group(of: 2)
    let session: Session

    init() async throws {
        service = try TestService()
        session = try await service.session(service.open("tic-tac-toe", by: people[0], move: "b2").session.id)
    }

    private func commit(_ move: String, draft: DraftID? = nil, generation: Int = 0) throws -> Commit {
        let decision = try session.deciding(
            Proposal(.move(.move(move)), by: people[1].player, basedOn: 1), draft: draft, at: service.time.now)
        return Commit(decision, generation: generation)
    }

    @Test("of thirty commits of one revision at once, one counts")
    func thirtyCommits() async throws {
        let store = service.store
        let commit = try commit("a1")
        let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<30 { group.addTask { try await store.commit(commit) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(counted == 1)
        #expect(try await service.events(of: session.id).count == 2)
    }

    @Test("a commit that did not see a cancellation is void")
    func unseenCancellation() async throws {
        let token = try await service.move("a1", by: people[1], in: session.id, revision: 1).message.token
        try await service.cancel(token, by: people[1])
        #expect(try await !service.store.commit(try commit("a1")))
        #expect(try await service.store.commit(try commit("a1", generation: 1)))
    }

    @Test("a commit of a draft that is cancelled already is void, whatever generation it was decided on")
    func cancelledDraft() async throws {
        let answer = try await service.move("a1", by: people[1], in: session.id, revision: 1)
        let token = try #require(TokenPayload(answer.message.token, keys: service.context.keys))
        guard case .draft(let id) = token.reference else { throw ServiceError.notFound }
        try await service.cancel(answer.message.token, by: people[1])
        #expect(try await !service.store.commit(try commit("a1", draft: id, generation: 1)))
        #expect(try await service.events(of: session.id).count == 1)
    }

    @Test("a session that can't be stored does not fail the others of its batch")
    func poison() async throws {
        let store = service.store
        var sessions: [Session] = []
        for _ in 0..<6 {
            let opened = try await service.open("tic-tac-toe", by: people[0], move: "b2").session
            sessions.append(try await service.session(opened.id))
        }
        var commits = try sessions.map { session in
            let decision = try session.deciding(
                Proposal(.move(.move("a1")), by: people[1].player, basedOn: 1), at: service.time.now)
            return Commit(decision, generation: 0)
        }
        commits[2] = commits[2].poisoned
        let outcomes = await withTaskGroup(of: (Int, Result<Bool, ServiceError>).self) { group in
            for (index, commit) in commits.enumerated() {
                group.addTask {
                    (index, await Result.of { () async throws(ServiceError) in try await store.commit(commit) })
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for index in [0, 1, 3, 4, 5] { #expect(try outcomes[index]?.get() == true) }
        #expect(throws: ServiceError.self) { try outcomes[2]?.get() }
        #expect(try await service.events(of: sessions[2].id).count == 1)
    }

    @Test("what was committed is what is read: the session, its newest event and all its times")
    func roundTrip() async throws {
        service.time.advance(seconds: 1)
        let opened = try await service.open("tic-tac-toe", by: people[0], timeout: 90).session
        let before = try await service.session(opened.id)
        let joined = try await service.join(opened.id, by: people[1]).session
        let read = try await service.session(opened.id)
        #expect(read.revision == joined.revision && read.deadline == joined.deadline)
        #expect(read.deadline == service.time.now.adding(seconds: 90))
        #expect(read.identity.createdAt == before.identity.createdAt)
        #expect(read.identity.seed == before.identity.seed)
        #expect(read.identity.clock == ClockSettings(turnSeconds: 90))
        let events = try await service.events(of: opened.id)
        #expect(try Session.replaying(events, of: read.identity, games: .testing).agrees(with: read))
    }
}

extension Commit {
    /// The same with a language that no text of PostgreSQL's can be.
    fileprivate var poisoned: Commit {
        let poison = StoredAnswer(
            id: RequestID(.numbered(0)), player: .numbered(0), key: "k", fingerprint: [1],
            content: StoredAnswer.Content(
                message: event.message, isDraft: false, revision: event.revision,
                conversation: Conversation(local: ParticipantID(.numbered(1)), remotes: []), participants: [:],
                language: "\u{0}"))
        return Commit(
            Decision(event: event, session: session, position: decision.position, reveals: false),
            generation: generation, answer: poison)
    }
}
