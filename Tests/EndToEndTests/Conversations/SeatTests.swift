import MessagesSimulator
import RoundtableModel
import RoundtableClient
import TestSupport
import Testing

@Suite("Who sits at the table", .database)
struct SeatTests {
    @Test("nobody is seated by looking, however often")
    func bystander() async throws {
        try await Friends.meet { friends in
            try await friends.begin("tic-tac-toe", by: friends.amber, seats: 2)
            for _ in 1...3 {
                let view = try await friends.chris.tap().session
                #expect(view.you == nil && view.seats.map(\.state) == [.taken, .open])
            }
            try await friends.play("b2", by: friends.amber)
            try await friends.play("a1", by: friends.ben)
            let view = try await friends.chris.tap().session
            #expect(view.you == nil && view.legalMoves == [])
            #expect(view.board["rows"] == ["O..", ".X.", "..."])
            let error = await #expect(throws: RoundtableError.self) { try await friends.chris.play("c3") }
            #expect(error?.code == .noOpenSeat)
        }
    }

    @Test("somebody who joins the conversation later joins the ice cream, and is called by name")
    func lateJoiner() async throws {
        try await Friends.meet(2) { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01", seats: 4)
            try await friends.play("Scoops=scoops01", by: friends.amber)
            await friends.world.add(friends.chris.owner, to: friends.group)
            #expect(await friends.chris.lines.isEmpty)
            try await friends.play("Topping=topping01", by: friends.amber)

            let opened = try await friends.chris.tap()
            #expect(opened.session.you == nil && opened.session.revision == 3)
            try await friends.chris.join()
            try await friends.send(from: friends.chris)
            #expect(try await friends.chris.refresh().you == 2)
            #expect(await friends.amber.lines.last == "[Chris] Chris joined the game")
            try await friends.play("Topping=topping04", by: friends.chris)
            try await friends.ben.tap()
            try await friends.ben.nudge()
            try await friends.send(from: friends.ben)
            #expect(await friends.amber.lines.last?.hasPrefix("[Ben] Chris likes Whipped Cream!") == true)
        }
    }
}
