import GameRules
import TestSupport
import Testing

@testable import Roundtable

/// Whatever people do with their bubbles, in whatever order, the session, its events and its drafts tell one story.
@Suite("Random use", .database)
struct RandomUseTests {
    private struct Bubble {
        let token: MessageToken
        let author: Person
        var isCancelled = false
    }

    @Test("drafts, sends, cancels, taps and repeats in any order leave one consistent story", arguments: 1...6)
    func anyOrder(seed: UInt64) async throws {
        let service = try TestService()
        var generator = SeededRandom(seed: seed)
        let people = Person.group(of: 3)
        let id = try await service.open("ice-cream", by: people[0], seats: 3).session.id
        var bubbles: [Bubble] = []
        for _ in 0..<60 {
            service.time.advance(seconds: 1)
            guard let person = people.randomElement(using: &generator) else { continue }
            do throws(ServiceError) {
                let session = try await service.session(id)
                try await act(as: person, in: session, service, &bubbles, &generator)
            } catch {
                #expect(error.code != .internal && error.code != .unavailable)
            }
        }
        try await checkStory(of: id, service, bubbles)
    }

    private func act(
        as person: Person, in session: Session, _ service: TestService, _ bubbles: inout [Bubble],
        _ generator: inout SeededRandom
    ) async throws(ServiceError) {
        let bubble = bubbles.indices.randomElement(using: &generator)
        switch (Int.random(in: 0..<6, using: &generator), bubble) {
        case (0, let index?):
            _ = try await service.sent(bubbles[index].token, by: bubbles[index].author)
        case (1, let index?):
            try await service.cancel(bubbles[index].token, by: bubbles[index].author)
            bubbles[index].isCancelled = true
        case (2, let index?):
            _ = try await service.open(bubbles[index].token, by: person, from: bubbles[index].author)
        default:
            let seat = session.seating.seats(of: person.player).first ?? session.seating.table.open.first ?? 0
            let moves = session.legalMoves(of: seat)
            guard let move = moves.filter({ $0 != .move("finish") }).randomElement(using: &generator) else { return }
            let revision = Int.random(in: max(1, session.revision - 1)...session.revision, using: &generator)
            let answer = try await service.turns.submit(
                .move(move), in: session.id, basedOn: revision,
                service.request(of: person, send: .draft, body: move.description))
            bubbles.append(Bubble(token: answer.message.token, author: person))
        }
    }

    private func checkStory(of id: SessionID, _ service: TestService, _ bubbles: [Bubble]) async throws {
        let events = try await service.events(of: id)
        #expect(events.count > 2 && bubbles.count > events.count)
        let session = try #require(try await service.store.record(of: id, for: nil)).session
        #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
        let committed = events.reduce(into: [DraftID: Int]()) { found, event in
            if let draft = event.details.draft { found[draft] = event.revision }
        }
        for bubble in bubbles {
            let token = try #require(TokenPayload(bubble.token, keys: service.context.keys))
            guard case .draft(let draftID) = token.reference else { continue }
            let draft = try #require(try await service.store.draft(draftID, of: id))
            #expect(draft.committedRevision == committed[draftID])
            #expect((draft.status == .committed) == (committed[draftID] != nil))
            if bubble.isCancelled { #expect(draft.status == .cancelled || draft.status == .overtaken) }
        }
    }
}
