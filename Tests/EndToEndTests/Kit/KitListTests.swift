import MessagesSimulator
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import TestSupport
import Testing

extension KitTests {
    @Suite("The start screen with the kit", .database)
    @MainActor
    struct ListTests {
        @Test("lists the games that wait for the person first, by pages, opens one, and hides one until it goes on")
        func list() async throws {
            try await KitFriends.meet { friends in
                let (amber, ben) = (friends.amber, friends.ben)
                var games: [SessionID] = []
                for move in ["a1", "b2", "c3"] {
                    try await amber.begin("tic-tac-toe", move: GameJSON(text: move))
                    try await amber.send()
                    games.append(try #require(amber.state.game?.view.id))
                }
                // Ben answers in the first one only.
                let bubbles = await friends.world.transcript(on: ben.device, in: friends.group).bubbles
                try await ben.open(bubbles[0])
                await ben.play("c1")
                try await ben.send()

                let game = try #require(amber.game)
                let list = PlayerGames(in: game.owner, SessionFilter(state: .active, limit: 2))
                await list.refresh()
                #expect(list.sessions.map(\.id) == [games[0], games[2]] && list.hasMore)
                #expect(list.sessions.map(\.yourTurn) == [true, false])
                #expect(list.sessions[0].others == ["Player 2"] && list.sessions[0].image != nil)
                await list.loadMore()
                #expect(list.sessions.map(\.id) == [games[0], games[2], games[1]] && !list.hasMore)

                game.open(games[0])
                await amber.settle()
                #expect(amber.state.game?.view.id == games[0] && amber.state.game?.view.you == 0)

                await list.hide(list.sessions[0])
                await list.refresh()
                #expect(list.sessions.map(\.id) == [games[2], games[1]] && list.explanation == nil)
                await amber.play("b1")
                try await amber.send()
                await list.refresh()
                #expect(list.sessions.map(\.id) == [games[0], games[2]] && list.hasMore)
            }
        }

        @Test("lists a game that is over with its outcome, and with the opponent who gave up")
        func over() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                try await friends.ben.send()
                friends.ben.game?.act(.resign)
                await friends.ben.settle()
                try await friends.ben.send()
                for (phone, seat) in [(friends.amber, 0), (friends.ben, 1)] {
                    try await phone.openNewest()
                    #expect(phone.state.game?.view.you == seat)
                    let list = PlayerGames(in: try #require(phone.game).owner)
                    await list.refresh()
                    let line = try #require(list.sessions.first)
                    #expect(line.state == .finished && line.outcome?.winners == [0] && line.others.count == 1)
                }
            }
        }
    }
}
