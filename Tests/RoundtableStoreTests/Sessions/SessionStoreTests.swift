import Foundation
import GameRules
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

@Suite("Stored sessions", .database)
struct SessionStoreTests {
    let service: TestService
    let people = Person.group(of: 3)

    init() throws { service = try TestService() }

    private func creation() throws -> Creation {
        let session = try aSession(taken: 1)
        let event = try #require(session.newest)
        let answer = StoredAnswer(
            id: RequestID(of: "k", by: .numbered(0), in: session.id), player: .numbered(0), key: "k",
            fingerprint: [1],
            content: StoredAnswer.Content(
                message: event.message, isDraft: false, revision: 1, conversation: people[0].conversation,
                participants: [
                    .numbered(0): people[0].local, .numbered(1): people[0].conversation.remotes[1],
                    .numbered(2): people[0].conversation.remotes[0],
                ], language: "en",
                claims: [SessionView.Claim(seat: 1, vouches: 1, until: nil)]))
        return Creation(
            session: session, event: event, draft: nil, answer: answer,
            device: Device(player: .numbered(0), conversation: people[0].conversation, since: 0))
    }

    @Test("of twenty creations of one session at once one counts, and it is whole")
    func createTwice() async throws {
        let creation = try creation()
        let store = service.store
        let created = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await store.create(creation) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(created == 1)
        let read = try #require(try await store.record(of: creation.session.id, for: nil)).session
        #expect(read.agrees(with: creation.session))
        #expect(read.identity.seed == creation.session.identity.seed)
    }

    @Test("an answer is found by its player and key, and reads as it was written")
    func answer() async throws {
        let creation = try creation()
        _ = try await service.store.create(creation)
        let id = creation.session.id
        let found = try #require(try await service.store.answer(to: .numbered(0), key: "k", in: id))
        #expect(found.key == creation.answer.key)
        #expect(found.fingerprint == creation.answer.fingerprint)
        #expect(found.content.message == creation.answer.content.message)
        #expect(found.content.participants == creation.answer.content.participants)
        #expect(found.content.conversation == people[0].conversation)
        #expect(found.content.claims == creation.answer.content.claims)
        #expect(found.content.revision == 1 && !found.content.isDraft)
        #expect(try await service.store.answer(to: .numbered(1), key: "k", in: id) == nil)
        #expect(try await service.store.answer(to: .numbered(0), key: "K", in: id) == nil)
    }

    @Test("a session that does not exist is not there")
    func missing() async throws {
        let id = SessionID(.numbered(99))
        #expect(try await service.store.record(of: id, for: nil) == nil)
        #expect(try await service.store.events(of: id, after: 0, limit: 10) == [])
        #expect(try await service.store.draft(DraftID(.numbered(1)), of: id) == nil)
    }

    @Test("a player is recognised by the credential and by nothing else")
    func players() async throws {
        let players = service.players
        let (player, token) = try await players.create()
        let known = try await players.authenticate(token)
        #expect(known.id == player.id)
        #expect(known.createdAt == player.createdAt)
        for wrong in [String(token.dropLast()), "", token + "A", "nonsense"] {
            let refusal = await #expect(throws: ServiceError.self) { try await players.authenticate(wrong) }
            #expect(refusal?.code == .unauthenticated)
        }
    }

    @Test("devices of a player are capped; the one not seen for longest goes first, and the one being seen stays")
    func deviceCapacity() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        func device(_ number: Int) -> Device {
            let conversation = Conversation(local: ParticipantID(.numbered(UInt64(number))), remotes: [])
            return Device(player: people[0].player, conversation: conversation)
        }
        func time(_ seconds: Int) -> Date { service.time.now.adding(seconds: seconds) }
        for number in 1...20 {
            _ = try await service.store.remember(device(number), in: id, at: time(number), charge: nil)
        }
        func isKnown(_ local: ParticipantID) async throws -> Bool {
            try await service.store.record(of: id, for: Asker(player: people[0].player, local: local))?.device != nil
        }
        #expect(try await !isKnown(people[0].local))
        #expect(try await !isKnown(ParticipantID(.numbered(4))))
        #expect(try await isKnown(ParticipantID(.numbered(5))))
        #expect(try await isKnown(ParticipantID(.numbered(20))))
        let oldest = device(5).kept(at: time(5))
        #expect(try await service.store.remember(oldest, in: id, at: time(30), charge: nil))
        #expect(try await isKnown(ParticipantID(.numbered(5))))
        #expect(try await isKnown(ParticipantID(.numbered(6))))
        // One that was forgotten and tells again is not what it was.
        #expect(try await service.store.remember(device(4), in: id, at: time(31), charge: nil))
        #expect(try await !service.store.remember(device(4).kept(at: time(4)), in: id, at: time(32), charge: nil))
    }

    @Test("what a device reported is read back as it was")
    func deviceRoundTrip() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        var device = Device(player: people[1].player, conversation: people[1].conversation, since: 1)
        _ = device.learn(people[1].calls(people[0]), sent: .revision(1), madeBy: people[0].player)
        #expect(try await service.store.remember(device, in: id, at: service.time.now, charge: nil))
        let asker = Asker(player: people[1].player, local: people[1].local)
        let record = try #require(try await service.store.record(of: id, for: asker))
        #expect(record.device == device.kept(at: service.time.now))
        #expect(record.isKnownReader)
    }

    @Test("of two reports that come from one device at once, none is lost")
    func reportsAtOnce() async throws {
        let id = try await service.open("ice-cream", by: people[0]).session.id
        let device = Device(player: people[1].player, conversation: people[1].conversation)
        func learned(_ person: Person) -> Device {
            var device = device
            _ = device.learn(people[1].calls(person), sent: .revision(1), madeBy: person.player)
            return device
        }
        let (one, other) = (learned(people[0]), learned(people[2]))
        let now = service.time.now
        #expect(try await service.store.remember(one, in: id, at: now, charge: nil))
        #expect(try await !service.store.remember(other, in: id, at: now, charge: nil))
        #expect(try await service.store.remember(other.kept(at: now), in: id, at: now, charge: nil))
    }
}
