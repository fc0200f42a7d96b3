import GameRules
import Roundtable
import TestSupport
import Testing

@testable import Games

@Suite("Turns at the same time", .database)
struct ConcurrentTurnTests {
    let service: TestService

    init() throws { service = try TestService() }

    /// An ice cream with base and scoops, opened by the first of a group; its revision is 3.
    private func iceCream(by opener: Person, seats: Int) async throws -> SessionID {
        let id = try await service.open("ice-cream", by: opener, seats: seats).session.id
        _ = try await service.move("Base=base01", by: opener, in: id, revision: 1, send: .now)
        _ = try await service.move("Scoops=scoops05", by: opener, in: id, revision: 2, send: .now)
        return id
    }

    @Test("Amber and Chris answer at the same time: both toppings are kept")
    func twoToppings() async throws {
        let people = Person.group(of: 3)
        let (ben, amber, chris) = (people[0], people[1], people[2])
        let id = try await iceCream(by: ben, seats: 3)
        let ambers = try await service.move("Topping=topping01", by: amber, in: id, revision: 3).message.token
        let chriss = try await service.move("Topping=topping02", by: chris, in: id, revision: 3).message.token
        async let first = service.sent(ambers, by: amber)
        async let second = service.sent(chriss, by: chris)
        let revisions = try await [first.revision, second.revision]
        #expect(Set(revisions) == [4, 5])
        let events = try await service.events(of: id)
        #expect(Set(events.dropFirst(3).compactMap(\.seat)) == [1, 2])
        let session = try await service.session(id)
        #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
    }

    @Test("the picture of an answer shows what was there when it was given, not what its author had looked at")
    func pictureOfConcurrentDraft() async throws {
        let people = Person.group(of: 4)
        let id = try await iceCream(by: people[0], seats: 4)
        _ = try await service.move("Topping=topping01", by: people[1], in: id, revision: 3, send: .now)
        let draft = try await service.move("Topping=topping02", by: people[2], in: id, revision: 3)
        let pictures = service.publicMessages
        let drafted = try await pictures.picture(draft.message.token)
        _ = try await service.sent(draft.message.token, by: people[2])
        #expect(drafted.svg == (try await service.session(id).picture().svg))
        #expect(try await pictures.picture(draft.message.token).svg == drafted.svg)
    }

    @Test("the same seat's second topping on one revision is overtaken")
    func sameSeatTwice() async throws {
        let people = Person.group(of: 3)
        let id = try await iceCream(by: people[0], seats: 3)
        let older = try await service.move("Topping=topping01", by: people[1], in: id, revision: 3).message.token
        let newer = try await service.move("Topping=topping02", by: people[1], in: id, revision: 3).message.token
        #expect(try await service.open(newer, by: people[2], from: people[1]).revision == 4)
        #expect(try await service.open(older, by: people[2], from: people[1]).status == .overtaken)
    }

    @Test("thirty turns at once make work for the rules that grows with their number, not with its square")
    func work() async throws {
        let applied = Tally()
        let games = GameLibrary([LeakingGame(IceCream()) { $0.applied = { _ in applied.add() } }])
        try await TestDatabase.current.withStore(of: games) { store in
            let service = try TestService(store: store, games: games)
            let people = Person.group(of: 31)
            let id = try await service.open("ice-cream", by: people[0], seats: 31).session.id
            _ = try await service.move("Base=base01", by: people[0], in: id, revision: 1, send: .now)
            _ = try await service.move("Scoops=scoops05", by: people[0], in: id, revision: 2, send: .now)
            let count = try await applied.counting {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for person in people.dropFirst() {
                        group.addTask {
                            _ = try await service.move("Topping=topping01", by: person, in: id, revision: 3, send: .now)
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(try await service.session(id).revision == 33)
            // One decision on what was remembered, one in turn, and now and then another one.
            #expect((30...90).contains(count), "\(count)")
        }
    }

    @Test("of thirty clients that want one turn, one gets it and the others are told to look again")
    func thirtyClients() async throws {
        let people = Person.group(of: 10)
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
            for index in 0..<30 {
                group.addTask {
                    do throws(ServiceError) {
                        _ = try await service.move("a1", by: people[1 + index % 9], in: id, revision: 1, send: .now)
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.count == 30)
        #expect(Set(codes.compactMap(\.self)).isSubset(of: [.noOpenSeat, .staleRevision]))
        #expect(try await service.events(of: id).count == 2)
    }

    @Test(
        "of twenty repeats of one request at once one counts, and all get its answer",
        arguments: [SendMode.now, .draft])
    func twentyRepeats(send: SendMode) async throws {
        let people = Person.group(of: 2)
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        let tokens = try await withThrowingTaskGroup(of: MessageToken.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await service.move("a1", by: people[1], in: id, revision: 1, send: send, key: "same")
                        .message.token
                }
            }
            return try await group.reduce(into: [MessageToken]()) { $0.append($1) }
        }
        #expect(tokens.count == 20)
        #expect(Set(tokens).count == 1)
        #expect(try await service.events(of: id).count == (send == .now ? 2 : 1))
    }

    @Test("thirty people take thirty seats at once, and everybody gets one of their own")
    func thirtyJoin() async throws {
        let opener = try #require(Person.group(of: 1).first)
        let id = try await service.open("ice-cream", by: opener, seats: 31).session.id
        let others = Person.group(of: 31).dropFirst()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in others { group.addTask { _ = try await service.join(id, by: person) } }
            try await group.waitForAll()
        }
        let session = try await service.session(id)
        #expect(session.revision == 31)
        #expect(Set(session.seating.seats.compactMap(\.player)).count == 31)
    }

    @Test("when Send and cancel race, one of them wins and everybody agrees which", arguments: 0..<8)
    func cancelAgainstSent(round: Int) async throws {
        let people = Person.group(of: 2)
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        let token = try await service.move("a1", by: people[1], in: id, revision: 1).message.token
        let cancelled = await withTaskGroup(of: Bool?.self) { group in
            for index in 0..<12 {
                group.addTask {
                    do throws(ServiceError) {
                        if (index + round).isMultiple(of: 2) {
                            try await service.cancel(token, by: people[1])
                            return true
                        }
                        return try await service.open(token, by: people[0], from: people[1]).status == .cancelled
                    } catch {
                        return error.code == .alreadyCommitted ? false : nil
                    }
                }
            }
            return await group.reduce(into: [Bool?]()) { $0.append($1) }
        }
        let verdict = try await service.open(token, by: people[0], from: people[1])
        #expect(verdict.status == .latest || verdict.status == .cancelled)
        let isCancelled = verdict.status == .cancelled
        #expect(cancelled.allSatisfy { $0 == isCancelled })
        #expect(try await service.events(of: id).count == (isCancelled ? 1 : 2))
    }
}
