import GameRules
import Roundtable
import TestSupport
import Testing

/// A seat that its player gave back, and what whoever takes it next may read.
@Suite("A seat that changes hands")
struct ReleasedSeatTests {
    private static let given = GameJSON(
        .object(["state": ["deck": 40], "private": ["1": "QUEEN", "2": "SEVEN"]]))

    /// An open game whose seats 1 and 2 were given something, and its events.
    private func aGame() throws -> (session: Session, dealt: Event) {
        let session = try aSession("open", seats: 3).after(.move(Self.given), by: 0)
        return (session, try #require(session.newest))
    }

    private func reads(_ word: String, _ seat: SeatIndex, _ session: Session, _ event: Event) throws -> [Bool] {
        let reader = Reader.seat(seat)
        return [
            try session.board(for: reader).description.contains(word),
            try session.shownMove(of: event, to: reader)?.description.contains(word) ?? false,
        ]
    }

    @Test("is empty for whoever takes it, on the board and in past moves; the others keep what is theirs")
    func released() throws {
        let (session, dealt) = try aGame()
        #expect(try reads("QUEEN", 1, session, dealt) == [true, true])
        let taken = try session.after(.release, by: 1).after(.join, by: 7)
        #expect(taken.seating[1].player == .numbered(7))
        #expect(try reads("QUEEN", 1, taken, dealt) == [false, false])
        #expect(try reads("SEVEN", 2, taken, dealt) == [true, true])
        #expect(try !taken.snapshot().description.contains("QUEEN"))
        let again = try taken.after(.move(["private": ["1": "KING"]]), by: 7)
        #expect(try reads("KING", 1, again, try #require(again.newest)) == [true, true])
    }

    @Test("is the same person's if it was reclaimed, who keeps all that is theirs")
    func reclaimed() throws {
        let (session, dealt) = try aGame()
        let decision = try session.deciding(.reclaim, by: 7, seat: 1)
        #expect(decision.session.seating[1].player == .numbered(7))
        #expect(try reads("QUEEN", 1, decision.session, dealt) == [true, true])
    }

    @Test("that nobody had before may be dealt to, and whoever takes it reads that")
    func dealtToOpenSeat() throws {
        let session = try aSession("open", seats: 3, taken: 1).after(.move(Self.given), by: 0)
        let dealt = try #require(session.newest)
        let taken = try session.after(.join, by: 1)
        #expect(try reads("QUEEN", 1, taken, dealt) == [true, true])
    }

    @Test("is given back with its events rebuilding the same session")
    func replayed() throws {
        var session = try anUnopenedSession("open", seats: 2)
        var events: [Event] = []
        let intents: [(Proposal.Intent, Int)] = [
            (.open(session.founding, move: nil), 0), (.join, 1), (.move(["private": ["1": "QUEEN"]]), 0), (.release, 1),
            (.join, 7),
        ]
        for (intent, player) in intents {
            let decision = try session.deciding(intent, by: player, seat: player == 0 ? 0 : nil)
            session = decision.session
            events.append(decision.event)
        }
        #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
    }
}
