import GameRules
import TestSupport
import RoundtableModel
import Testing

@testable import Roundtable

@Suite("Replay")
struct ReplayTests {
    /// A session played at random, with its events and what was refused on the way.
    private struct Playthrough {
        var session: Session
        var events: [Event] = []
        /// The session after each event.
        var history: [Session] = []
        var generator: SeededRandom

        init(_ game: GameName, seats: Int, seed: UInt64) throws {
            let ends: [ClockEnd?] = [nil] + (GameLibrary.testing.newest(game)?.latenesses ?? []).map { ClockEnd($0) }
            let clock = ClockSettings(turnSeconds: 60, bankSeconds: 90, atEnd: ends[Int(seed / 2) % ends.count])
            session = try anUnopenedSession(game, seats: seats, clock: seed.isMultiple(of: 2) ? clock : nil)
            generator = SeededRandom(seed: seed)
            try commit(.open(session.founding, move: nil), by: 0)
        }

        private mutating func commit(_ intent: Proposal.Intent, by player: Int) throws {
            let nickname = Bool.random(using: &generator) ? Nickname("Player \(player)") : nil
            let isImposed = intent == .timeOut || intent == .skip
            let seat = isImposed ? session.toAct.first : nil
            let proposal = Proposal(
                intent, by: isImposed ? seat.flatMap { session.seating[$0].player } : .numbered(player), seat: seat,
                basedOn: session.revision, nickname: isImposed ? nil : nickname)
            let undo = try Undo(of: session.seating.offer?.seat ?? SeatIndex(player), in: history)
            let decision = try session.deciding(
                proposal, in: Circumstances(undo: undo), at: ClockReading(.testing.adding(seconds: 45 * events.count)))
            events.append(decision.event)
            session = decision.session
            history.append(session)
        }

        /// One random intent of a random player; refused ones must leave the session as it is.
        mutating func step() throws {
            let player = Int.random(in: 0...session.seating.seats.count, using: &generator)
            let before = session
            do {
                try commit(intent(of: player), by: player)
            } catch is ServiceError {
                #expect(before.agrees(with: session))
            }
        }

        private mutating func intent(of player: Int) -> Proposal.Intent {
            switch Int.random(in: 0..<80, using: &generator) {
            case 0: return .leave
            case 1: return .resign
            case 2...5: return .join
            case 6: return .start
            case 7: return .timeOut
            case 8: return .skip
            case 9...12: return .offer(Agreement.allCases.randomElement(using: &generator) ?? .draw)
            case 13...20: return .accept
            case 21: return .decline
            case 22: return .resume
            default:
                let seat = session.toAct.randomElement(using: &generator) ?? 0
                let moves = session.legalMoves(of: seat)
                return .move(moves.randomElement(using: &generator) ?? .move("nonsense"))
            }
        }
    }

    @Test("random play of every game: the events alone rebuild the session", arguments: GameLibrary.testing.names)
    func randomPlay(game: GameName) throws {
        let seats = try #require(GameLibrary.testing.newest(game)).seats
        for seed in UInt64(1)...25 {
            var play = try Playthrough(game, seats: min(3, seats.upperBound), seed: seed)
            for _ in 0..<60 where !play.session.isOver { try play.step() }
            let rebuilt = try Session.replaying(play.events, of: play.session.identity, games: .testing)
            #expect(rebuilt.agrees(with: play.session))
            #expect(play.events.map(\.revision) == Array(1...play.session.revision))
            #expect(play.session.stateRevision <= play.session.revision)
        }
    }

    @Test("events with a gap, or without what the session was founded on, are no session")
    func gaps() throws {
        let session = try aSession()
        let opening = try anUnopenedSession().opened().newest
        let join = session.newest
        for events in [[opening, opening], [join, opening], []] {
            #expect(throws: ServiceError.self) {
                try Session.replaying(events.compactMap(\.self), of: session.identity, games: .testing)
            }
        }
    }
}
