import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("Quotas of a player", .database)
struct QuotaTests {
    let people = Person.group(of: 2)

    private func service(_ change: (inout Quotas) -> Void) throws -> TestService {
        var quotas = Quotas()
        change(&quotas)
        return try TestService(quotas: quotas)
    }

    private func expectRefusal(by quota: Quota, _ body: () async throws -> Void) async throws {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        #expect(error?.code == .rateLimited && error?.quota == quota && error?.retryAfter ?? 0 > 0)
    }

    @Test("a player has only so many unfinished sessions; one that is over makes room, and a repeat is none")
    func sessions() async throws {
        let service = try service { $0.unfinishedSessions = 2 }
        _ = try await service.open("tic-tac-toe", by: people[0])
        let repeated = service.request(of: people[0], send: .draft, key: "again")
        let first = try await service.open("tic-tac-toe", by: people[0], request: repeated)
        try await expectRefusal(by: .sessions) { _ = try await service.open("tic-tac-toe", by: people[0]) }
        let again = try await service.open("tic-tac-toe", by: people[0], request: repeated)
        #expect(again.message.token == first.message.token)
        _ = try await service.open("tic-tac-toe", by: people[1])

        let id = try await service.list(of: people[0]).first { $0.revision == 1 }?.id
        _ = try await service.turns.submit(
            .resign, in: #require(id), basedOn: 1, service.request(of: people[0], send: .now))
        _ = try await service.open("tic-tac-toe", by: people[0])
    }

    @Test("a player begins only so many sessions at a time, whatever becomes of them")
    func beginnings() async throws {
        let service = try service { $0.sessions = .init(atOnce: 2, anHour: 1) }
        for _ in 0..<2 { _ = try await service.open("tic-tac-toe", by: people[0]) }
        try await expectRefusal(by: .sessions) { _ = try await service.open("tic-tac-toe", by: people[0]) }
        _ = try await service.open("tic-tac-toe", by: people[1])
    }

    @Test("a player makes only so many drafts, and gets the answer to one again; turns are no drafts")
    func drafts() async throws {
        let service = try service { $0.draftsOfSession = .init(atOnce: 2, anHour: 1) }
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        let first = try await service.move("a1", by: people[0], in: id, revision: 1, key: "k")
        _ = try await service.move("a2", by: people[0], in: id, revision: 1)
        try await expectRefusal(by: .drafts) { _ = try await service.move("a3", by: people[0], in: id, revision: 1) }
        let again = try await service.move("a1", by: people[0], in: id, revision: 1, key: "k")
        #expect(again.message.token == first.message.token)
        _ = try await service.move("a1", by: people[0], in: id, revision: 1, send: .now)
    }

    @Test("a player asks for only so many fresh messages")
    func freshMessages() async throws {
        let service = try service { $0.freshMessagesOfSession = .init(atOnce: 2, anHour: 1) }
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        func fresh(_ key: String) async throws -> GameMessage {
            try await service.turns.freshMessage(of: id, service.request(of: people[0], send: .now, key: key))
        }
        let first = try await fresh("1")
        _ = try await fresh("2")
        try await expectRefusal(by: .freshMessages) { _ = try await fresh("3") }
        #expect(try await fresh("1").token == first.token)
    }

    @Test("a player has only so many open claims; one that is closed makes room")
    func claims() async throws {
        let service = try service { $0.openClaims = 1 }
        let (claimant, holder) = (people[1].onNewPhone, people[1])
        var sessions: [SessionID] = []
        for _ in 0..<2 {
            let opened = try await service.open("ice-cream", by: people[0], seats: 3)
            let id = opened.session.id
            _ = try await service.join(id, by: holder)
            _ = try await service.open(opened.message.token, by: claimant, from: people[0])
            sessions.append(id)
        }
        let first = try await service.reclaim(1, of: sessions[0], by: claimant)
        try await expectRefusal(by: .claims) { _ = try await service.reclaim(1, of: sessions[1], by: claimant) }
        let again = try await service.reclaim(1, of: sessions[0], by: claimant)
        #expect(again.message.token == first.message.token)
        _ = try await service.veto(1, of: sessions[0], by: holder)
        _ = try await service.reclaim(1, of: sessions[1], by: claimant)
    }

    @Test(
        "a player asks only so often for a seat, by the same claim or by new ones, and gets an answer again",
        arguments: [false, true])
    func requestsForSeats(takesBack: Bool) async throws {
        let service = try service { $0.claimsOfSession = .init(atOnce: 2, anHour: 1) }
        let claimant = people[1].onNewPhone
        let opened = try await service.open("ice-cream", by: people[0], seats: 3)
        let id = opened.session.id
        _ = try await service.join(id, by: people[1])
        _ = try await service.open(opened.message.token, by: claimant, from: people[0])
        for key in ["1", "2"] {
            let token = try await service.reclaim(1, of: id, by: claimant, key: key).message.token
            if takesBack { try await service.cancel(token, by: claimant) }
        }
        try await expectRefusal(by: .claims) { _ = try await service.reclaim(1, of: id, by: claimant, key: "3") }
        _ = try await service.reclaim(1, of: id, by: claimant, key: "1")
    }

    @Test("what one device too many tells of a claim is not heard")
    func reports() async throws {
        let service = try service { $0.devices = .init(atOnce: 2, anHour: 1) }
        let people = Person.group(of: 3)
        let (chris, claimant) = (people[2], people[1].onNewPhone)
        let opened = try await service.open("ice-cream", by: people[0], seats: 3)
        let id = opened.session.id
        var tokens = [opened.message.token]
        for person in people.dropFirst() { tokens.append(try await service.join(id, by: person).message.token) }
        for reader in people {
            for (author, token) in zip(people, tokens) { _ = try await service.open(token, by: reader, from: author) }
        }
        _ = try await service.open(tokens[0], by: claimant, from: people[0])
        service.time.advance(seconds: 60)
        let claim = try await service.reclaim(1, of: id, by: claimant).message.token
        for witness in [people[0], chris] { _ = try await service.open(claim, by: witness, from: claimant) }
        let second = chris.onAnotherDevice
        _ = try await service.open(tokens[0], by: second, from: people[0])
        try await expectRefusal(by: .devices) {
            _ = try await service.open(claim, by: second.onAnotherDevice, from: second.onAnotherDevice)
        }
        #expect(try await service.view(of: id, for: people[1]).claims.first?.until != nil)
    }

    @Test("sessions hear of only so many new devices of a player; those that they know are welcome")
    func devices() async throws {
        let service = try service { $0.devices = .init(atOnce: 2, anHour: 1) }
        let opened = try await service.open("tic-tac-toe", by: people[0])
        let token = opened.message.token
        let (second, third) = (people[1].onAnotherDevice, people[1].onAnotherDevice.onAnotherDevice)
        for device in [people[1], second] { _ = try await service.open(token, by: device, from: people[0]) }
        try await expectRefusal(by: .devices) { _ = try await service.open(token, by: third, from: people[0]) }
        for device in [people[1], second] { _ = try await service.open(token, by: device, from: people[0]) }
    }
}

extension TestService {
    fileprivate func list(of person: Person) async throws -> [ListedSession] {
        try await store.sessions(of: person.player, SessionQuery(limit: 10)).sessions
    }
}
