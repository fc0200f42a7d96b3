import GameRules
import Roundtable
import RoundtableModel
import TestSupport
import Testing

@Suite("Who comes late", .database)
struct LateComerTests {
    let service: TestService
    let people = Person.group(of: 5)

    init() throws { service = try TestService() }

    /// An ice cream of two seats, both taken, with its scoops on.
    private func iceCream() async throws -> SessionID {
        let id = try await service.open("ice-cream", by: people[0], seats: 2, move: "Base=base01").session.id
        _ = try await service.move("Scoops=scoops01", by: people[1], in: id, revision: 1, send: .now)
        return id
    }

    @Test("gets into a game that welcomes everybody, by a move or by joining, and is one more seat")
    func welcome() async throws {
        let id = try await iceCream()
        try await service.show(id, to: people[2])
        let before = try await service.view(of: id, for: people[2])
        #expect(before.seats.count == 2 && before.you == nil)
        #expect(before.legalMoves?.contains("Topping=topping01") == true)
        let moved = try await service.move("Topping=topping01", by: people[2], in: id, revision: 2, send: .now)
        #expect(moved.session.you == 2 && moved.session.seats.count == 3)
        let joined = try await service.join(id, by: people[3])
        #expect(joined.session.you == 3 && joined.session.seats.map(\.state) == [.taken, .taken, .taken, .taken])
        let session = try await service.session(id)
        let replayed = try Session.replaying(
            try await service.events(of: id), of: session.identity, games: .testing)
        #expect(replayed.agrees(with: session))
    }

    @Test("a draft of a newcomer takes the seat only when it counts, and two at once get one each")
    func drafts() async throws {
        let id = try await iceCream()
        let first = try await service.move("Topping=topping01", by: people[2], in: id, revision: 2)
        let second = try await service.move("Topping=topping02", by: people[3], in: id, revision: 2)
        #expect(first.draft && first.session.seats.count == 2)
        #expect(try await service.sent(first.message.token, by: people[2]).session.you == 2)
        #expect(try await service.sent(second.message.token, by: people[3]).session.you == 3)
    }

    @Test("whoever has left does not come back by another seat, and a game for two stays one for two")
    func refused() async throws {
        let id = try await iceCream()
        _ = try await service.turns.submit(
            .leave, in: id, basedOn: 2, service.request(of: people[1], send: .now, body: "leave"))
        let left = await #expect(throws: ServiceError.self) {
            try await service.move("Topping=topping01", by: people[1], in: id, revision: 3, send: .now)
        }
        #expect(left?.code == .noOpenSeat)
        let two = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        _ = try await service.move("a1", by: people[1], in: two, revision: 1, send: .now)
        let error = await #expect(throws: ServiceError.self) { try await service.join(two, by: people[2]) }
        #expect(error?.code == .noOpenSeat)
    }
}

@Suite("A draft's board", .database)
struct DraftBoardTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    @Test("is the board as it would be, for its author only")
    func board() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        let draft = try await service.move("a1", by: people[1], in: id, revision: 1)
        #expect(draft.session.draft?.board?.description == #"{"rows":["O..",".X.","..."]}"#)
        #expect(draft.session.board.description == #"{"rows":["...",".X.","..."]}"#)
        #expect(try await service.view(of: id, for: people[1]).draft?.board == draft.session.draft?.board)
        #expect(try await service.view(of: id, for: people[0]).draft == nil)
    }

    @Test("is not shown any more once others have chosen, whose choices it would reveal")
    func revealing() async throws {
        let id = try await service.open("rock-paper-scissors", by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        let draft = try await service.move("rock", by: people[0], in: id, revision: 2)
        #expect(draft.draft && draft.session.draft?.board != nil)
        _ = try await service.move("paper", by: people[1], in: id, revision: 2, send: .now)
        let view = try await service.view(of: id, for: people[0])
        #expect(view.draft != nil && view.draft?.board == nil)
    }

    @Test("is not shown of what would be dealt")
    func hidden() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        let join = try await service.join(id, by: people[1], send: .draft)
        #expect(join.session.draft != nil && join.session.draft?.board == nil)
    }
}
