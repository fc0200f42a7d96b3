import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("Games that wait for their players")
struct WaitingGameTests {
    private func dealt(_ session: Session) throws -> String { try session.board(for: .bystander).description }

    @Test("nothing is dealt by an opening, and nobody is to act")
    func opening() throws {
        let session = try aSession("deal", seats: 3, taken: 1)
        #expect(session.phase == .waiting)
        #expect(session.toAct.isEmpty)
        #expect(try dealt(session) == #"{"dealt":0}"#)
        #expect(session.refusal(of: .move(.move("draw")), by: 0)?.code == .notYourTurn)
    }

    @Test("the join that takes the last seat deals")
    func lastJoin() throws {
        let waiting = try aSession("deal", seats: 3, taken: 2)
        let last = try waiting.deciding(.join, by: 2)
        #expect(last.event.details.started)
        #expect(last.event.kind == .joined)
        #expect(last.session.phase == .active)
        #expect(try dealt(last.session) == #"{"dealt":3}"#)
        #expect(last.session.stateRevision == 3)
    }

    @Test("the message that deals says whose turn it is; one that does not, and everybody's turn, say nothing")
    func turnAfterTheDeal() throws {
        let waiting = try aSession("deal", seats: 3, taken: 2)
        let last = try waiting.after(.join, by: 2)
        let start = try waiting.after(.start, by: 0)
        for session in [last, start] {
            #expect(session.newest?.details.texts.subcaption == GameText("next", ["next": .seat(0)]))
        }
        #expect(waiting.newest?.details.texts.subcaption == nil)
        #expect(try aSession("ice-cream", seats: 3).newest?.details.texts.subcaption == nil)
    }

    @Test("only the creator may start it, with enough seats taken, once; open seats are then closed")
    func start() throws {
        let alone = try aSession("deal", seats: 3, taken: 1)
        #expect(alone.refusal(of: .start, by: 0)?.code == .notAllowed)
        let two = try alone.after(.join, by: 1)
        #expect(two.refusal(of: .start, by: 1)?.code == .notAllowed)
        #expect(two.refusal(of: .start, by: 7)?.code == .notSeated)
        let started = try two.after(.start, by: 0)
        #expect(started.phase == .active)
        #expect(started.seating[2].state == .closed)
        #expect(try dealt(started) == #"{"dealt":2}"#)
        #expect(started.refusal(of: .join, by: 7)?.code == .noOpenSeat)
        #expect(started.refusal(of: .start, by: 0)?.code == .notAllowed)
        #expect(try aSession().refusal(of: .start, by: 0)?.code == .notAllowed)
    }

    @Test("once its creator has gone, whoever has a seat may start it")
    func startWithoutCreator() throws {
        let left = try aSession("deal", seats: 4, taken: 2).after(.leave, by: 0)
        let joined = try left.after(.join, by: 2)
        #expect(joined.refusal(of: .start, by: 7)?.code == .notSeated)
        #expect(try joined.after(.start, by: 1).phase == .active)
        let returned = try left.after(.join, by: 0)
        #expect(returned.refusal(of: .start, by: 1)?.code == .notAllowed)
    }

    @Test("who goes before it has started leaves an open seat behind, so that it never starts with too few")
    func goingBeforeTheStart() throws {
        for intent in [Proposal.Intent.leave, .resign] {
            let left = try aSession("deal", seats: 3, taken: 2).after(intent, by: 1)
            #expect(left.seating[1].state == .open)
            #expect(left.seating[1].player == nil)
            #expect(left.outcome == nil)
            let joined = try left.after(.join, by: 2)
            #expect(joined.phase == .waiting)
            #expect(try joined.after(.join, by: 3).phase == .active)
        }
    }

    @Test("when nobody is left waiting, it is abandoned")
    func abandoned() throws {
        #expect(try aSession("deal", seats: 3, taken: 1).after(.leave, by: 0).phase == .abandoned)
    }

    @Test("a move that was drafted before the deal is stale after it")
    func startMakesStale() throws {
        let started = try aSession("deal", seats: 2)
        #expect(started.refusal(of: .leave, by: 0, basedOn: 1)?.code == .staleRevision)
    }

    @Test("moves that show something are told from those that don't")
    func reveals() throws {
        let session = try aSession("deal", seats: 2)
        #expect(try session.deciding(.move(.move("draw")), by: 0).reveals)
        #expect(try !session.deciding(.move(.move("pass")), by: 0).reveals)
    }

    @Test("the same revision of the same session has the same chance; another session has another")
    func chance() throws {
        let session = try aSession("deal", seats: 2)
        let first = try session.after("draw", by: 0)
        #expect(first.position.equals(try session.after("draw", by: 0).position))
        let later = try session.after("pass", by: 0).after("draw", by: 1)
        #expect(!first.position.equals(later.position))
        #expect(try !aSession("deal", seats: 2, seed: 2).position.equals(session.position))
    }
}
