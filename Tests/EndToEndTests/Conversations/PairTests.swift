import MessagesSimulator
import RoundtableModel
import RoundtableClient
import TestSupport
import Testing

@Suite("A conversation of two", .database)
struct PairTests {
    @Test("tic-tac-toe is played to its end, with names from the first message on")
    func ticTacToe() async throws {
        try await Friends.meet(2) { friends in
            try await friends.begin("tic-tac-toe", by: friends.amber, move: "b2")
            for (move, app) in [
                ("a1", friends.ben), ("c1", friends.amber), ("b1", friends.ben), ("a3", friends.amber),
            ] {
                try await friends.play("\(move)", by: app)
            }
            #expect(
                await friends.ben.lines == [
                    "– Amber took the centre", "– Ben took the top left corner", "– Amber took the top right corner",
                    "– Ben took the top edge", "[Amber] Amber took the bottom left corner and won · After 5 moves",
                ])
            let view = try await friends.ben.tap().session
            #expect(view.state == .finished && view.outcome == SessionView.Outcome(kind: .won, winners: [0]))
            #expect(view.board["rows"] == ["OOX", ".X.", "X.."])
        }
    }

    @Test("four in a row is played to its end, by players who never wait for each other's reports")
    func fourInARow() async throws {
        try await Friends.meet(2) { friends in
            try await friends.begin("four-in-a-row", by: friends.amber, move: "4")
            for column in ["1", "4", "1", "4", "1"] {
                let app = column == "1" ? friends.ben : friends.amber
                try await app.tap()
                try await app.play("\(column)")
                try await friends.send(from: app, reporting: false)
            }
            try await friends.play("4", by: friends.amber)
            let view = try await friends.ben.tap().session
            #expect(view.state == .finished && view.outcome?.winners == [0] && view.revision == 7)
            #expect(await friends.ben.lines.last?.hasPrefix("[Amber] Amber got four in a row") == true)
        }
    }

    @Test("of two who know only each other, each is known to the other at once")
    func known() async throws {
        try await Friends.meet(2) { friends in
            try await friends.begin("tic-tac-toe", by: friends.amber)
            try await friends.play("b2", by: friends.amber)
            try await friends.play("a1", by: friends.ben)
            let seats = try await friends.amber.tap().session.seats
            let ben = await friends.world.identifiers(on: friends.amber.device, in: friends.group)[friends.ben.owner]
            #expect(seats[1].participant == ben && seats[1].attribution == "$\(ben)")
        }
    }
}
