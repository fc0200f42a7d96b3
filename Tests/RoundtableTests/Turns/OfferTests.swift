import Foundation
import GameRules
import Games
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable

@Suite("Offers")
struct OfferTests {
    private func refusal(
        _ session: Session, _ intent: Proposal.Intent, by player: Int, basedOn: Int? = nil
    ) -> ServiceError? {
        do throws(ServiceError) {
            _ = try session.deciding(intent, by: player, basedOn: basedOn)
            return nil
        } catch {
            return error
        }
    }

    /// A decision on an undo, with the move that the events say is taken back.
    private func undoing(
        _ session: Session, of seat: SeatIndex, _ intent: Proposal.Intent, by player: Int, _ history: [Session]
    ) throws -> Session {
        let proposal = Proposal(intent, by: .numbered(player), basedOn: session.revision)
        return try session.deciding(
            proposal, in: Circumstances(undo: Undo(of: seat, in: history)), at: ClockReading(.testing)
        )
        .session
    }

    @Test("a draw is agreed once all have accepted it", arguments: [2, 6])
    func draw(seats: Int) throws {
        var session = try aSession(seats == 2 ? "tic-tac-toe" : "dots-and-boxes", seats: seats)
        session = try session.after(.offer(.draw), by: 0)
        #expect(session.newest?.kind == .offered && session.seating.offer?.agreement == .draw)
        for player in 1..<seats {
            #expect(!session.isOver)
            session = try session.after(.accept, by: player)
            #expect(session.newest?.kind == .accepted)
        }
        #expect(session.outcome == .drawn && session.phase == .finished && session.seating.offer == nil)
        #expect(session.newest?.details.texts.caption.key == "accepted.draw")
    }

    @Test("whoever offers the same agrees, and an offer of another kind waits for the first to be answered")
    func twoAtOnce() throws {
        let offered = try aSession("tic-tac-toe", timeout: 60).after(.offer(.draw), by: 0)
        #expect(try offered.after(.offer(.draw), by: 1).outcome == .drawn)
        #expect(refusal(offered, .offer(.pause), by: 1)?.reason == "offer_open")
        #expect(refusal(offered, .offer(.draw), by: 0)?.reason == "offer_open")
        #expect(refusal(offered, .accept, by: 0)?.reason == "own_offer")
    }

    @Test("an offer lapses if it is declined or withdrawn, if somebody else moves, and if somebody goes")
    func lapses() throws {
        let offered = try aSession("dots-and-boxes", seats: 3).after(.offer(.draw), by: 1)
        for (intent, player) in [
            (.decline, 2), (.decline, 1), (.move("h0,0"), 0), (.leave, 2), (.resign, 1),
        ] as [(Proposal.Intent, Int)] {
            #expect(try offered.after(intent, by: player).seating.offer == nil, "\(intent)")
        }
        #expect(try offered.after(.decline, by: 1).newest?.details.texts.caption.key == "declined.own")
        #expect(try offered.after(.decline, by: 2).newest?.details.texts.caption.key == "declined")
        let own = try aSession("dots-and-boxes", seats: 3).after(.offer(.draw), by: 0)
        #expect(try own.after(.move("h0,0"), by: 0).seating.offer?.seat == 0)
        #expect(refusal(try offered.after(.decline, by: 2), .accept, by: 2)?.code == .noOffer)
    }

    @Test("who answers must have seen the offer")
    func unseen() throws {
        let session = try aSession("tic-tac-toe")
        let offered = try session.after(.offer(.draw), by: 0)
        #expect(refusal(offered, .accept, by: 1, basedOn: session.revision)?.code == .staleRevision)
        #expect(refusal(session, .accept, by: 1)?.code == .noOffer)
        #expect(refusal(session, .resume, by: 1)?.code == .notAllowed)
        #expect(refusal(offered, .accept, by: 7)?.code == .notSeated)
    }

    @Test("a game offers what it knows, and nobody agrees with themselves on a draw")
    func known() throws {
        #expect(refusal(try aSession("ice-cream"), .offer(.draw), by: 0)?.reason == "not_in_this_game")
        #expect(refusal(try aSession("open"), .offer(.undo), by: 0)?.reason == "not_in_this_game")
        #expect(refusal(try aSession("yacht", seats: 1), .offer(.draw), by: 0)?.reason == "nobody_to_agree")
        #expect(try aSession("yacht", seats: 1, timeout: 60).after(.offer(.pause), by: 0).newest?.kind == .paused)
    }

    @Test("a pause is offered where there is a clock to stop, in every game", arguments: GameLibrary.standard.names)
    func withoutClock(name: GameName) throws {
        let seats = max(2, try #require(GameLibrary.standard.newest(name)).seats.lowerBound)
        #expect(refusal(try aSession(name, seats: seats), .offer(.pause), by: 0)?.reason == "not_in_this_game")
        var session = try aSession(name, seats: seats, timeout: 60).after(.offer(.pause), by: 0)
        for player in 1..<seats { session = try session.after(.accept, by: player) }
        #expect(session.isClockPaused && session.deadline == nil)
    }

    @Test("an undo takes back the newest move of who asks, with all that came after it, and can be repeated")
    func undo() throws {
        var history = [try aSession("tic-tac-toe")]
        for (move, player) in [("a1", 0), ("b2", 1), ("c3", 0), ("a2", 1)] {
            history.append(try history[history.count - 1].after(.move(.move(move)), by: player))
        }
        let before = history
        history.append(try undoing(history[4], of: 0, .offer(.undo), by: 0, history))
        #expect(history[5].seating.offer?.agreement == .undo && !history[5].isOver)
        history.append(try undoing(history[5], of: 0, .accept, by: 1, history))
        let undone = history[6]
        #expect(undone.newest?.kind == .undone && undone.revision == before[4].revision + 2)
        #expect(undone.position.equals(before[2].position) && undone.toAct == [0])
        #expect(undone.stateRevision == undone.revision && undone.seating.offer == nil)
        history.append(try undoing(undone, of: 0, .offer(.undo), by: 0, history))
        history.append(try undoing(history[7], of: 0, .accept, by: 1, history))
        #expect(history[8].position.equals(before[0].position))

        var replayed = history[0]
        for session in history.dropFirst() {
            replayed = try replayed.following(try #require(session.newest))
            #expect(replayed.differences(from: session) == [])
        }
    }

    @Test("a move stands if something was revealed since, if somebody came or went, and if there is none")
    func obstacles() throws {
        let dice = try aSession("yacht")
        let rolled = try dice.after(.move("roll"), by: 0)
        #expect(Undo.lastMove(of: 0, in: [rolled].compactMap(\.newest), leadingTo: rolled) == .failure(.revealed))
        let session = try aSession("dots-and-boxes", seats: 3, taken: 2)
        let moved = try session.after(.move("h0,0"), by: 0)
        let joined = try moved.after(.join, by: 5)
        let events = [session, moved, joined].compactMap(\.newest)
        #expect(Undo.lastMove(of: 0, in: events, leadingTo: joined) == .failure(.seatsChanged))
        #expect(Undo.lastMove(of: 0, in: Array(events.prefix(2)), leadingTo: moved) == .success(moved.revision))
        #expect(Undo.lastMove(of: 1, in: events, leadingTo: joined) == .failure(.nothingToUndo))
    }

    @Test("a draft of an offer that would take a move back by now, though it did not when it was made, is stale")
    func drafted() throws {
        let offered = try aSession("tic-tac-toe").after(.move("a1"), by: 0).after(.offer(.undo), by: 1)
        #expect(refusal(offered, .offer(.undo), by: 0)?.code == .staleRevision)
    }

    @Test("a draft of somebody who has left takes no seat")
    func left() throws {
        let waiting = try aSession("crazy-eights", seats: 4, taken: 3).after(.leave, by: 0)
        let start = Proposal(.start, by: .numbered(0), seat: 0, basedOn: waiting.revision)
        #expect(throws: ServiceError.self) { try waiting.deciding(start, at: .testing) }
    }

    @Test("an undo is never a draft")
    func committed() throws {
        let offered = try aSession("dots-and-boxes", seats: 3).after(.move("h0,0"), by: 0).after(.offer(.undo), by: 0)
        #expect(try offered.deciding(.accept, by: 1).reveals)
        #expect(try !offered.deciding(.decline, by: 1).reveals)
    }

    @Test("a game that has not started has nothing to agree on")
    func early() throws {
        let waiting = try aSession("crazy-eights", seats: 3, taken: 2)
        #expect(waiting.phase == .waiting && refusal(waiting, .offer(.draw), by: 0)?.code == .notAllowed)
    }
}

extension Undo {
    /// The undo of a seat's newest move, from a session after each of its events.
    init(of seat: SeatIndex, in history: [Session]) throws {
        guard let newest = history.last else {
            self = .failure(ServiceError(because: .nothingToUndo))
            return
        }
        switch Undo.lastMove(of: seat, in: history.compactMap(\.newest), leadingTo: newest) {
        case .success(let move):
            let before = try #require(history.first { $0.revision == move - 1 })
            self = .success(try RestoredState(of: before))
        case .failure(let reason):
            self = .failure(ServiceError(because: reason))
        }
    }
}
