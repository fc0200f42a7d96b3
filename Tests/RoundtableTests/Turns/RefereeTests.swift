import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("The referee")
struct RefereeTests {
    // MARK: Refusals, in the order of the contract

    @Test("a game that is over refuses everything as over, before it asks who and when")
    func overComesFirst() throws {
        let over = try aSession().after(.resign, by: 1)
        #expect(over.phase == .finished)
        #expect(over.outcome == .won(by: 0))
        for intent in [Proposal.Intent.move(.move("b2")), .join, .resign, .leave, .start] {
            #expect(over.refusal(of: intent, by: 7, basedOn: 0)?.code == .sessionOver)
        }
    }

    @Test("without a seat, and none open, a move is refused before its revision is looked at")
    func seatBeforeRevision() throws {
        let session = try aSession().after("b2", by: 0)
        #expect(session.refusal(of: .move(.move("b2")), by: 7, basedOn: 0)?.code == .noOpenSeat)
        #expect(session.refusal(of: .resign, by: 7, basedOn: 0)?.code == .notSeated)
        #expect(session.refusal(of: .leave, by: 7)?.code == .notSeated)
        #expect(session.refusal(of: .move(.move("a1")), by: 1, seat: 0)?.code == .notSeated)
        #expect(session.refusal(of: .move(.move("a1")), by: 1, seat: 9)?.code == .notSeated)
    }

    @Test("a stale revision is refused before the turn and the rules are looked at")
    func revisionBeforeTurn() throws {
        let session = try aSession().after("b2", by: 0)
        #expect(session.refusal(of: .move(.move("b2")), by: 0, basedOn: 2)?.code == .staleRevision)
        #expect(session.refusal(of: .move(.move("nonsense")), by: 1, basedOn: 2)?.code == .staleRevision)
        #expect(session.refusal(of: .move(.move("a1")), by: 1, basedOn: 4)?.code == .staleRevision)
    }

    @Test("the turn is looked at before the rules")
    func turnBeforeRules() throws {
        let session = try aSession().after("b2", by: 0)
        #expect(session.refusal(of: .move(.move("b2")), by: 0)?.code == .notYourTurn)
        let illegal = session.refusal(of: .move(.move("b2")), by: 1)
        #expect(illegal?.code == .illegalMove)
        #expect(illegal?.reason != nil)
        #expect(session.refusal(of: .move(.move("nonsense")), by: 1)?.reason == "unreadable")
    }

    @Test("every refusal carries the current revision")
    func revisionInRefusals() throws {
        let session = try aSession().after("b2", by: 0)
        for (intent, player) in [(Proposal.Intent.move(.move("b2")), 1), (.join, 0), (.start, 0), (.leave, 7)] {
            #expect(session.refusal(of: intent, by: player)?.revision == 3)
        }
    }

    // MARK: What overtakes whom

    @Test("somebody joining elsewhere overtakes nobody")
    func joiningOvertakesNobody() throws {
        let session = try aSession("ice-cream", seats: 4, taken: 1)
        let joined = try session.after(.join, by: 1).after(.join, by: 2)
        #expect(try joined.after("Base=base01", by: 0, basedOn: 1).revision == 4)
    }

    @Test("somebody leaving elsewhere overtakes nobody")
    func leavingOvertakesNobody() throws {
        let left = try aSession("ice-cream", seats: 4, taken: 3).after(.leave, by: 2)
        #expect(try left.after("Base=base01", by: 0, basedOn: 3).revision == 5)
    }

    @Test("a move that changed the game's state makes older ones stale, unless they are concurrent")
    func concurrency() throws {
        let base = try aSession("ice-cream", seats: 4).after("Base=base01", by: 0)
        #expect(base.refusal(of: .move(.move("Scoops=scoops01")), by: 1, basedOn: 4)?.code == .staleRevision)
        let scoops = try base.after("Scoops=scoops01", by: 1)
        let first = try scoops.after("Topping=topping01", by: 2)
        let both = try first.after("Topping=topping01", by: 3, basedOn: scoops.revision)
        #expect(both.revision == first.revision + 1)
    }

    @Test("of one seat's concurrent moves on one revision the first counts, the second is stale")
    func sameSeatSince() throws {
        let scoops = try aSession("ice-cream", seats: 3).after("Base=base01", by: 0).after("Scoops=scoops01", by: 1)
        let added = try scoops.after("Topping=topping01", by: 0)
        let second = added.refusal(of: .move(.move("Topping=topping02")), by: 0, basedOn: scoops.revision)
        #expect(second?.code == .staleRevision)
    }

    @Test("a concurrent move that the rules do not accept any more is illegal, not stale")
    func concurrentButIllegal() throws {
        let session = try aSession("ice-cream", seats: 3).after("Base=base01", by: 0)
        let early = session.refusal(of: .move(.move("Topping=topping02")), by: 1, basedOn: 3)
        #expect(early?.code == .illegalMove)
    }

    // MARK: Seats

    @Test("a newcomer's first legal move takes the open seat that is to act")
    func firstMoveTakesSeat() throws {
        let session = try aSession("four-in-a-row", taken: 1).after("1", by: 0)
        let decision = try session.deciding(.move(.move("2")), by: 7)
        #expect(decision.event.seat == 1)
        #expect(decision.event.kind == .moved)
        #expect(decision.event.details.joined)
        #expect(decision.session.seating[1].player == .numbered(7))
        #expect(session.refusal(of: .move(.move("9")), by: 7)?.code == .illegalMove)
        #expect(try aSession("four-in-a-row", taken: 1).refusal(of: .move(.move("2")), by: 7)?.code == .notYourTurn)
    }

    @Test("who has a seat can't take another one, and nobody can when none is open")
    func joining() throws {
        #expect(try aSession("ice-cream", seats: 3, taken: 2).refusal(of: .join, by: 1)?.code == .seatTaken)
        #expect(try aSession().refusal(of: .join, by: 7)?.code == .noOpenSeat)
        #expect(try aSession(taken: 1).refusal(of: .join, by: 7, basedOn: 0) == nil)
    }

    @Test("a game that welcomes everybody grows to as many seats as it allows, and has none for the next")
    func fullOfNewcomers() throws {
        let most = try #require(GameLibrary.testing.newest("ice-cream")).seats.upperBound
        var session = try aSession("ice-cream")
        for player in 2..<most { session = try session.after(.join, by: player) }
        #expect(session.seating.seats.count == most && session.seating.table.taken.count == most)
        #expect(session.refusal(of: .join, by: most)?.code == .noOpenSeat)
        #expect(session.refusal(of: .move(.move("Base=base01")), by: most)?.code == .noOpenSeat)
        #expect(try session.after("Base=base01", by: most - 1).seating.seats.count == most)
    }

    @Test("before the opening message was sent nobody can do anything but open it")
    func beforeTheOpening() throws {
        let session = try anUnopenedSession()
        #expect(session.refusal(of: .join, by: 1)?.code == .noOpenSeat)
        let moved = session.refusal(of: .move(.move("b2")), by: 0)
        #expect(moved?.code == .notYourTurn && moved?.reason == "waiting")
        for intent in [.start, .resign] as [Proposal.Intent] {
            #expect(session.refusal(of: intent, by: 0)?.reason == "not_sent")
        }
        #expect(try session.opened(with: "b2").toAct == [1])
        #expect(try session.opened().refusal(of: .open(session.founding, move: nil), by: 0)?.code == .staleRevision)
    }

    @Test("resigning loses to the last one left, and when all have gone the game is abandoned")
    func going() throws {
        #expect(try aSession().after(.resign, by: 0).outcome == .won(by: 1))
        #expect(try aSession().after(.leave, by: 1).outcome == .won(by: 0))
        let alone = try aSession("ice-cream", seats: 3, taken: 1).after(.leave, by: 0)
        #expect(alone.outcome == .abandoned)
        #expect(alone.phase == .abandoned)
        #expect(alone.toAct.isEmpty)
    }

    @Test("who has left is a stranger")
    func leftIsStranger() throws {
        let left = try aSession("ice-cream", seats: 3).after(.leave, by: 2)
        #expect(left.refusal(of: .resign, by: 2)?.code == .notSeated)
        #expect(left.refusal(of: .move(.move("Base=base01")), by: 2)?.code == .noOpenSeat)
    }

    // MARK: Deadlines

    @Test("a seat that is to act has its time from the event that made it so; a join elsewhere gives no more")
    func deadline() throws {
        let open = try aSession("dots-and-boxes", seats: 3, taken: 2, timeout: 60)
        #expect(open.deadline == .testing.adding(seconds: 60))
        let joined = try open.after(.join, by: 2, at: .testing.adding(seconds: 10))
        #expect(joined.deadline == .testing.adding(seconds: 60))
        let moved = try joined.after(.move(.move("h0,0")), by: 0, at: .testing.adding(seconds: 20))
        #expect(moved.deadline == .testing.adding(seconds: 80))
        #expect(try aSession(timeout: 60).after(.resign, by: 0).deadline == nil)
        #expect(try aSession().deadline == nil)
    }

    @Test("nobody's time runs while the seat that is to act is open; it begins when somebody takes the seat")
    func deadlineOfOpenSeat() throws {
        let moved = try aSession(taken: 1, timeout: 60).after("b2", by: 0)
        #expect(moved.deadline == nil)
        let joined = try moved.after(.join, by: 1, at: .testing.adding(seconds: 500))
        #expect(joined.deadline == .testing.adding(seconds: 560))
    }

    @Test("too late is out, or passes, as the game says")
    func lateness() throws {
        let late = try aSession(timeout: 60)
        let out = try late.deciding(
            Proposal(.timeOut, by: .numbered(0), seat: 0, basedOn: late.revision), at: .testing.adding(seconds: 61))
        #expect(out.session.outcome == .won(by: 1))
        #expect(out.event.kind == .timedOut)
        let dealt = try aSession("deal", seats: 3, timeout: 60)
        let passed = try dealt.deciding(
            Proposal(.timeOut, by: .numbered(0), seat: 0, basedOn: dealt.revision), at: .testing.adding(seconds: 61))
        #expect(passed.session.toAct == [1])
        #expect(passed.session.deadline == .testing.adding(seconds: 121))
    }
}
