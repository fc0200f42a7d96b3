import Foundation
import GameRules
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@Suite("Opening a session", .database)
struct OpeningTests {
    let service: TestService
    let people = Person.group(of: 3)

    init() throws { service = try TestService() }

    @Test("an opening draft is a session that only its creator can read, until somebody proves the bubble")
    func openingDraft() async throws {
        let answer = try await service.open(
            "tic-tac-toe", by: people[0], move: "b2", request: service.request(of: people[0], send: .draft))
        let id = answer.session.id
        #expect(answer.draft)
        #expect(answer.session.state == .draft)
        #expect(answer.session.revision == 0)
        #expect(answer.session.draft?.move == .move("b2"))
        await #expect(throws: ServiceError.self) { try await service.view(of: id, for: people[1]) }

        let opened = try await service.open(answer.message.token, by: people[1], from: people[0])
        #expect(opened.revision == 1)
        #expect(opened.session.state == .active)
        #expect(opened.session.toAct == [1])
        #expect(opened.session.you == nil)
    }

    @Test("sessions that are opened at once, by events and by drafts, are each whole, and each answered again")
    func openedAtOnce() async throws {
        func openAll() async throws -> [Int: TurnAnswer] {
            try await withThrowingTaskGroup(of: (Int, TurnAnswer).self) { group in
                for number in 0..<24 {
                    let person = people[number % 3]
                    let request = service.request(
                        of: person, send: number % 2 == 0 ? .now : .draft, key: "opening \(number)")
                    group.addTask {
                        (number, try await service.open("tic-tac-toe", by: person, move: "b2", request: request))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
        let (first, again) = (try await openAll(), try await openAll())
        #expect(Set(first.values.map(\.session.id)).count == 24)
        for (number, answer) in first {
            #expect(again[number]?.message.token == answer.message.token)
            let view = try await service.view(of: answer.session.id, for: people[number % 3])
            #expect(view.revision == 1 - number % 2 && view.you == 0)
            #expect(view.draft?.token == (number % 2 == 0 ? nil : answer.message.token))
        }
        let checked = try await TestDatabase.current.store.verify(after: nil, limit: 100)
        #expect(checked.count == 24 && checked.allSatisfy { $0.problem == nil })
    }

    @Test("a cancelled opening leaves a session that nobody can move in")
    func cancelledOpening() async throws {
        let answer = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .draft))
        let token = answer.message.token
        let cancelled = try await service.cancel(token, by: people[0])
        #expect(cancelled.state == .abandoned && cancelled.outcome?.kind == .abandoned && cancelled.revision == 0)
        #expect(try await service.view(of: cancelled.id, for: people[0]).state == .abandoned)
        #expect(try await service.open(token, by: people[1], from: people[0]).status == .cancelled)
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.move("b2", by: people[1], in: answer.session.id, revision: 0)
        }
        #expect(refusal?.code == .sessionOver)
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
    }

    @Test("a creation repeated after its message was taken back is answered as before")
    func repeatedAfterCancel() async throws {
        let request = service.request(of: people[0], send: .draft, key: "one")
        let first = try await service.open("tic-tac-toe", by: people[0], request: request)
        try await service.cancel(first.message.token, by: people[0])
        let second = try await service.open("tic-tac-toe", by: people[0], request: request)
        #expect(second.isRepeated && second.draft)
        #expect(first.message.token == second.message.token)
        #expect(second.session.state == .draft && second.session.outcome == nil)
    }

    @Test("a repeated creation finds the same session and the same message")
    func repeated() async throws {
        let request = service.request(of: people[0], send: .draft, key: "one")
        let first = try await service.open("tic-tac-toe", by: people[0], request: request)
        service.time.advance(seconds: 60)
        let second = try await service.open("tic-tac-toe", by: people[0], request: request)
        #expect(first.message.token == second.message.token)
        #expect(first.session == second.session)
        #expect(first.session.draft?.expiresAt == second.session.draft?.expiresAt)
    }

    @Test("what was never sent is not shown again, and why is told as it is", arguments: [true, false])
    func nothingToShow(isTakenBack: Bool) async throws {
        let opened = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .draft))
        if isTakenBack { try await service.cancel(opened.message.token, by: people[0]) }
        service.time.advance(seconds: 86_400)
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.turns.freshMessage(
                of: opened.session.id, service.request(of: people[0], send: .now, body: "again"))
        }
        #expect(refusal?.reason == (isTakenBack ? "opening_taken_back" : "not_sent"))
    }

    @Test("the same key for another game is refused")
    func reusedKey() async throws {
        let request = service.request(of: people[0], send: .draft, key: "one", body: "tic-tac-toe")
        _ = try await service.open("tic-tac-toe", by: people[0], request: request)
        let other = service.request(of: people[0], send: .draft, key: "one", body: "ice-cream")
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.open("ice-cream", by: people[0], request: other)
        }
        #expect(refusal?.code == .idempotencyKeyReused)
    }

    @Test("another player's same key makes another session")
    func sameKeyOfAnother() async throws {
        let first = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .now, key: "one"))
        let second = try await service.open(
            "tic-tac-toe", by: people[1], request: service.request(of: people[1], send: .now, key: "one"))
        #expect(first.session.id != second.session.id)
    }

    @Test("a key that opened a session before its answer was forgotten is refused, not a failure of ours")
    func forgottenCreation() async throws {
        let request = service.request(of: people[0], send: .now, key: "one")
        _ = try await service.open("tic-tac-toe", by: people[0], request: request)
        try await service.removeOldAnswers()
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.open("tic-tac-toe", by: people[0], request: request)
        }
        #expect(refusal?.code == .idempotencyKeyReused)
    }

    @Test(
        "there is one seat for each participant, within the game's limits",
        arguments: [("tic-tac-toe", 2), ("ice-cream", 3)])
    func seats(game: String, expected: Int) async throws {
        let answer = try await service.open(GameName(rawValue: game), by: people[0])
        #expect(answer.session.seats.count == expected)
        #expect(answer.session.you == 0)
    }

    @Test("options that no game knows are not kept, whatever is in them")
    func unknownOptions() async throws {
        let newSession = SessionService.NewSession(
            game: "tic-tac-toe", options: GameJSON(Data(#"{"name":"\u0000"}"#.utf8)), seats: nil, move: nil)
        let session = try await service.sessions.create(newSession, service.request(of: people[0], send: .now)).session

        #expect(try await service.events(of: session.id).first?.details.founding?.options == .emptyObject)
    }
}
