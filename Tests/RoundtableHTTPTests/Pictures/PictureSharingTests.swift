import Foundation
import GameRules
import RoundtableJSON
import Roundtable
import TestSupport
import Testing

@testable import Games
@testable import RoundtableHTTP

@Suite("Pictures of one board", .database, .serialized)
struct PictureSharingTests {
    @Test("are drawn once, whichever of its messages asks")
    func shared() async throws {
        let drawn = Tally()
        let games = GameLibrary([
            LeakingGame(TicTacToe()) {
                $0.board = { [drawn] _, reader, board in
                    if reader.seats.isEmpty { drawn.add() }
                    return board
                }
            }
        ])
        try await TestDatabase.current.withStore(of: games) { store in
            try await Server.run(.init(games: games, store: store), guests: 2) { server, guests in
                let session = try await server.twoAtTable(guests)
                let moved = try await server.move("b2", in: session, at: 2, by: guests[0])
                var tokens = [try moved.token]
                let keys = try SigningKeys.ofTests
                let id = try #require(SessionID(rawValue: session))
                tokens.append(TokenPayload(session: id, reference: .picture(revision: 3)).token(keys: keys).rawValue)
                for number in 0..<50 {
                    let guest = guests[number % 2]
                    let fresh = try await server.post(
                        "/v1/sessions/\(session)/messages", guest.request([:], [:]), by: guest)
                    tokens.append(try fresh.token)
                }
                #expect(Set(tokens).count == 52)
                var pictures: Set<Data> = []
                let count = try await drawn.counting {
                    for token in tokens {
                        pictures.insert(expect(try await server.get("/m/\(token).png"), is: 200).body)
                    }
                }
                #expect(pictures.count == 1 && count == 1)
            }
        }
    }

    @Test("a client that asks for too many at once is told to come back, and when")
    func refused() async throws {
        var limits = PictureRenderer.Limits()
        (limits.threads, limits.waitingOfAddress) = (1, 0)
        try await Server.run(.init(pictures: limits), guests: 2) { server, guests in
            var tokens: [String] = []
            for _ in 0..<24 { tokens.append(try await server.open("chess", by: guests[0]).token) }
            let answers = try await withThrowingTaskGroup(of: Reply.self) { group in
                for token in tokens { group.addTask { try await server.get("/m/\(token).png") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let refused = answers.filter { $0.status != 200 }
            #expect(!refused.isEmpty && refused.count < answers.count)
            for answer in refused {
                expect(answer, isRefusedBy: .pictures)
                #expect(answer.retryAfter == 1)
            }
        }
    }
}
