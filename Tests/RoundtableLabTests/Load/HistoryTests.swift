import Foundation
import RoundtableModel
import Testing

@testable import RoundtableLab

@Suite("Histories against what was acknowledged")
struct HistoryTests {
    private static func session(moves: Int) throws -> PlayedSession {
        let script = try #require(GameScript(game: "four-in-a-row", seats: 2))
        let session = PlayedSession(
            place: 0, id: "s", script: script, players: [], conversations: [], opening: "t")
        for number in 0..<moves {
            session.acknowledge(revision: number + 2, token: "t\(number)", by: script.moves[number].seat)
        }
        return session
    }

    private static func events(of session: PlayedSession) -> [EventView] {
        let moves = session.script.moves.prefix(session.moves).enumerated().map { number, move in
            EventView(
                revision: number + 2, kind: .moved, seat: move.seat, joined: false,
                move: GameJSON(Data(move.json.utf8)),
                at: Date(),
                summaryText: "")
        }
        return [EventView(revision: 1, kind: .opened, seat: 0, joined: false, at: Date(), summaryText: "")] + moves
    }

    @Test("a history that says what was acknowledged has no flaw")
    func right() throws {
        let session = try Self.session(moves: 9)
        #expect(session.flaws(in: Self.events(of: session)).isEmpty)
    }

    @Test("a turn that is lost, doubled, another one, or out of order is a flaw")
    func wrong() throws {
        let session = try Self.session(moves: 9)
        let events = Self.events(of: session)
        #expect(!session.flaws(in: Array(events.dropLast())).isEmpty)
        #expect(!session.flaws(in: events + [events[9]]).isEmpty)
        #expect(!session.flaws(in: events.reversed()).isEmpty)
        var other = events
        other[3].move = GameJSON(text: "1")
        #expect(session.flaws(in: other).count == 1)
    }

    @Test("an answer that never came leaves it open whether there is one event more")
    func uncertain() throws {
        let session = try Self.session(moves: 9)
        let longer = Self.events(of: try Self.session(moves: 10))
        #expect(!session.flaws(in: longer).isEmpty)
        session.isUncertain = true
        #expect(session.flaws(in: longer).isEmpty)
        #expect(session.flaws(in: Array(longer.dropLast())).isEmpty)
        #expect(!session.flaws(in: Array(longer.dropLast(2))).isEmpty)
    }
}
