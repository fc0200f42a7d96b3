import Foundation
import GameRules
import RoundtableJSON
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable

@Suite("What is stored as JSON is read as it was written")
struct StoredValueTests {
    private let inner = GameText("z\"", ["b": .number(-7), "a": .seat(2), "ä": .mover, "a ": .words("“\u{1F366}”\n$")])

    private var texts: MessageTexts {
        var texts = MessageTexts(
            caption: inner, summary: GameText("plain"),
            accessibilityLabel: GameText("k", ["x": .text(inner), "y": .list([GameText("l"), inner], joinedBy: "j")]))
        (texts.subcaption, texts.trailingCaption, texts.trailingSubcaption) = (inner, GameText("t"), GameText("u"))
        (texts.imageTitle, texts.imageSubtitle) = (GameText("v"), inner)
        (texts.mediaURL, texts.hidesCaption) = ("https://a.example/b.m4a", true)
        return texts
    }

    private let founding = Founding(
        game: "ice-cream", rules: 2, options: GameJSON(Data(#"{"a":[1,null]}"#.utf8)), seats: 3,
        clock: ClockSettings(turnSeconds: 60, bankSeconds: 30, atEnd: .skip),
        creator: .numbered(1), participants: 4, isLive: true, seat: 2,
        origin: try? aSession().after(.resign, by: 1).origin)

    @Test("texts of every kind")
    func messageTexts() throws { try expectKept(texts) }

    @Test("what events say")
    func events() throws {
        let details = Event.Details(
            move: .move("b2"), ordinal: 3, joined: true, started: true, reopens: true, nickname: Nickname("Ann \\ Co"),
            reveals: true,
            offer: .draw, restored: try RestoredState(of: aSession("deal")),
            outcome: Outcome(kind: .won, winners: [1], scores: [0, 3]), texts: texts, draft: DraftID(.numbered(5)),
            founding: founding, operation: Operation(by: "Olga", reason: "a \"test\""), stopped: 90_000)
        try expectKept(details, by: { try Event.Details($0, move: details.move) })
    }

    @Test("the events and seats of games that are played")
    func games() throws {
        var sessions = [try aSession("ice-cream", seats: 3, taken: 2), try aSession("deal"), try aSession(timeout: 9)]
        for (seat, move) in ["b2", "a1", "b1", "c3", "b3"].enumerated() {
            sessions.append(try (sessions.last ?? sessions[0]).after(move, by: seat % 2))
        }
        sessions.append(try sessions[0].after(.leave, by: 1))
        sessions.append(try sessions[0].after(.resign, by: 0))
        for session in sessions {
            let details = try #require(session.newest).details
            try expectRead(details, by: { try Event.Details($0, move: details.move) })
            try expectRead(session.seating)
        }
    }

    @Test("drafts of every kind")
    func drafts() throws {
        let intents: [Proposal.Intent] = [
            .open(founding, move: .move("a1")), .open(founding, move: nil), .move(.move("b2")), .join, .start, .resign,
            .leave, .release, .reclaim, .offer(.draw), .accept, .decline, .resume, .timeOut, .skip, .abandon,
        ]
        for intent in intents {
            let proposal = Proposal(intent, by: .numbered(1), seat: 1, basedOn: 7, nickname: Nickname("Amber"))
            try expectRead(proposal, by: { try Proposal($0, by: .numbered(1), move: proposal.move) })
        }
        #expect(throws: JSONError.self) {
            try Proposal(
                JSONDocument(Proposal(.move(.move("b2")), by: .numbered(1), basedOn: 7).json).root, by: .numbered(1),
                move: nil)
        }
    }

    @Test("seats with a history")
    func seats() throws {
        let holder = Seating.Holder(
            player: .numbered(2), nickname: Nickname("C"), namedAt: 1, since: 1, until: 2, wasReclaimed: true)
        var seating = Seating(openSeats: 2, participants: 5)
        seating.seats[0] = Seating.Seat(
            state: .taken, player: .numbered(1), nickname: Nickname("A \"B\""), namedAt: 3, takenAt: 2, lastActed: 3,
            lastPassed: 4, hasMoved: true, formerHolders: [holder], moves: 4,
            clock: SeatClock(bank: 1500, deadline: .testing, left: 20))
        seating.unattended = Seating.Unattended(timeouts: 1, skips: 2, late: [1])
        seating.bytes = [70_000, 3]
        seating.offer = Offer(agreement: .undo, seat: 0, revision: 3, accepted: [1])
        seating.isPaused = true
        try expectRead(seating)
        try expectKept(seating.seats[0])
    }

    @Test(
        "first answers with every kind of message",
        arguments: [
            MessageReference.event(revision: 3), .draft(DraftID(.numbered(1))), .fresh(FreshMessageID(.numbered(2))),
            .picture(revision: 4), .claim(ClaimID(.numbered(3))),
        ])
    func answers(message: MessageReference) throws {
        let people = Person.group(of: 3)
        try expectKept(
            StoredAnswer.Content(
                message: message, isDraft: true, revision: 4, conversation: people[0].conversation,
                participants: [
                    people[1].player: people[0].calls(people[1]), people[2].player: people[0].calls(people[2]),
                ],
                language: "pl", claims: [SessionView.Claim(seat: 1, vouches: 2, needed: 3, until: .testing)]))
    }

    @Test("what a device has seen, also what contradicts itself")
    func aliases() throws {
        var book = AliasBook()
        for (number, revision) in [(1, 3), (2, 4), (1, 5)] {
            book.learn(
                ParticipantID(.numbered(7, kind: 9)),
                sent: AliasBook.Evidence(revision: revision, at: .testing), madeBy: .numbered(number))
        }
        try expectKept(book)
    }

    @Test("witnesses", arguments: [Witnesses([]), Witnesses([[.numbered(1), .numbered(2)], [.numbered(3)]])])
    func witnesses(_ witnesses: Witnesses) throws { try expectRead(witnesses) }
}

extension Session {
    /// The origin of its rematch.
    fileprivate var origin: Origin { Origin(self) }
}
