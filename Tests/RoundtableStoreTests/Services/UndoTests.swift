import GameRules
import Games
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

/// The events of a session as a model of its own keeps them, which says what may be taken back, and why not.
private struct UndoModel {
    private struct Step {
        let event: Event
        let after: Session
        var isMove: Bool { event.details.move != nil && [.opened, .moved].contains(event.kind) }
    }

    enum Answer: Equatable {
        case refused(RefusalReason)
        /// Back to the position before a step.
        case back(to: Int)
    }

    /// The session before its first event.
    private let founded: Session
    /// The steps that still count.
    private var steps: [Step] = []

    init(before opening: Event, of session: Session) throws {
        founded = try Session.beginning(with: opening, of: session.identity, games: .testing)
    }

    var newest: Session { steps.last?.after ?? founded }

    private func before(_ index: Int) -> Session { index == 0 ? founded : steps[index - 1].after }

    private func people(at session: Session) -> [[String]] {
        session.seating.seats.map { ["\($0.state)", $0.player.map { "\($0)" } ?? ""] }
    }

    /// What becomes of an undo of a seat: its newest move is found, then the newest of what stands in its way.
    func undo(of seat: SeatIndex) -> Answer {
        guard let move = steps.lastIndex(where: { $0.isMove && $0.event.seat == seat }) else {
            return .refused(.nothingToUndo)
        }
        for index in (move..<steps.count).reversed() {
            if steps[index].event.details.reveals == true { return .refused(.revealed) }
            let isOther = people(at: before(index)) != people(at: steps[index].after)
            if index > 0, isOther { return .refused(.seatsChanged) }
        }
        return .back(to: move)
    }

    mutating func add(_ event: Event, undoing move: Int?) throws {
        let after = try newest.following(event)
        if let move {
            #expect(event.kind == .undone && after.position.equals(before(move).position))
            steps.removeSubrange(move...)
        }
        steps.append(Step(event: event, after: after))
    }
}

@Suite("What may be taken back", .database)
struct UndoTests {
    private static let games = GameLibrary.standard.names.filter { name in
        GameLibrary.standard.newest(name)?.agreements.contains(.undo) == true
    }

    private static let fleet = "place A1h5,A3h4,A5h3,A7h3,A9h2"

    let service: TestService
    let people = Person.group(of: 4)

    init() throws { service = try TestService() }

    private func submit(
        _ intent: Proposal.Intent, by person: Person, in id: SessionID
    ) async throws(ServiceError) {
        try await service.show(id, to: person)
        let revision = try await service.session(id).revision
        _ = try await service.turns.submit(
            intent, in: id, basedOn: revision, service.request(of: person, send: .now, body: "\(intent) \(revision)"))
    }

    private func person(at seat: SeatIndex, of session: Session) -> Person? {
        people.first { $0.player == session.seating[seat].player && session.seating.table[seat] == .taken }
    }

    /// Offers an undo of a seat; the reason why that is refused.
    private func refusal(of seat: SeatIndex, in id: SessionID) async throws -> String? {
        let session = try await service.session(id)
        let offerer = try #require(person(at: seat, of: session))
        do throws(ServiceError) {
            try await submit(.offer(.undo), by: offerer, in: id)
            return nil
        } catch {
            #expect(error.code == .notAllowed)
            return error.reason ?? error.code.rawValue
        }
    }

    // MARK: - The cases that were told wrongly

    @Test("who has not moved has nothing to take back, whoever came since")
    func nothing() async throws {
        let id = try await service.open("chess", by: people[0]).session.id
        _ = try await service.join(id, by: people[1])
        for seat in [0, 1] as [SeatIndex] { #expect(try await refusal(of: seat, in: id) == "nothing_to_undo") }
        try await submit(.move("e2e4"), by: people[0], in: id)
        #expect(try await refusal(of: 1, in: id) == "nothing_to_undo")
        #expect(try await refusal(of: 0, in: id) == nil)
    }

    @Test("a move by which somebody came, and one from before that, stand for that reason")
    func came() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        try await submit(.move("a1"), by: people[1], in: id)
        for seat in [0, 1] as [SeatIndex] { #expect(try await refusal(of: seat, in: id) == "seats_changed") }
    }

    @Test("who is alone takes back the move by which they opened the game")
    func opening() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        #expect(try await refusal(of: 0, in: id) == nil)
        let session = try await service.session(id)
        #expect(session.newest?.kind == .undone && session.legalMoves(of: 0).count == 9)
        #expect(try await refusal(of: 0, in: id) == "nothing_to_undo")
    }

    @Test("a turn that time ended is taken back with what came before it", arguments: [ClockEnd.skip, .play])
    func timedOut(atEnd: ClockEnd) async throws {
        let id = try await service.open(
            "dots-and-boxes", by: people[0], seats: 2, clock: ClockSettings(turnSeconds: 60, atEnd: atEnd)
        ).session.id
        _ = try await service.join(id, by: people[1])
        for (move, person) in [("h0,0", 0), ("h0,1", 1)] {
            try await submit(.move(.move(move)), by: people[person], in: id)
        }
        let before = try await service.session(id)
        try await submit(.move("h0,2"), by: people[0], in: id)
        service.time.advance(seconds: 60)
        try await service.deadlines.sweep()
        #expect(try await service.session(id).newest?.kind == .timedOut)
        #expect(try await refusal(of: 0, in: id) == nil)
        try await submit(.accept, by: people[1], in: id)
        let undone = try await service.session(id)
        #expect(undone.newest?.kind == .undone && undone.position.equals(before.position))
    }

    // MARK: - All others

    /// Somebody joins, moves or goes, an operator passes a turn, or time does.
    private func goOn(_ id: SessionID, using random: inout SeededRandom) async throws {
        let session = try await service.session(id)
        let newcomer = people.first { !session.seating.hasKnown($0.player) }
        do {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...1:
                if let newcomer, !session.seating.table.open.isEmpty { _ = try await service.join(id, by: newcomer) }
            case 2...3:
                if let deadline = session.deadline {
                    service.time.advance(milliseconds: max(0, service.time.now.milliseconds(to: deadline)))
                    try await service.deadlines.sweep()
                }
            case 4:
                if let seat = session.toAct.first, session.seating.table[seat] == .taken {
                    _ = try await service.operations.skip(seat, of: id, noting: .testing)
                }
            case 5 where session.seating.table.taken.count > 2:
                let goer = session.seating.table.taken.randomElement(using: &random)
                if let person = goer.flatMap({ person(at: $0, of: session) }) {
                    try await submit(.leave, by: person, in: id)
                }
            default:
                guard let seat = session.toAct.randomElement(using: &random),
                    let mover = person(at: seat, of: session) ?? newcomer,
                    // NB: of all fleets no list is made.
                    let move = (try session.legalMoves(for: seat) ?? [.move(Self.fleet)]).randomElement(using: &random)
                else { return }
                try await submit(.move(move), by: mover, in: id)
            }
        } catch {
            // The rules can't pass, or the open seat is another one.
            guard error.isRefusal else { throw error }
        }
    }

    @Test("is what a small model says, whatever came before", arguments: games, 1...4 as ClosedRange<UInt64>)
    func generated(game name: GameName, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed, for: "\(name)")
        let game = try #require(GameLibrary.standard.newest(name))
        let latenesses = [Lateness.forfeits, .passes, .plays].filter(game.latenesses.contains)
        let ends: [ClockEnd?] = [nil] + latenesses.map { ClockEnd($0) }
        let move = game.allowsOpeningMove && seed.isMultiple(of: 2) ? game.examplePlay(seats: 2).first?.notation : nil
        let opened = try await service.sessions.create(
            SessionService.NewSession(
                game: name, options: .emptyObject, seats: min(3, game.seats.upperBound), move: move,
                clock: ClockSettings(turnSeconds: 60, atEnd: ends[Int(seed) % ends.count])),
            service.request(of: people[0], send: .now))
        let id = opened.session.id
        var session = try await service.session(id)
        var model = try UndoModel(before: try #require(session.newest), of: session)
        var answers: Set<String> = []

        func note(undoing move: Int? = nil) async throws {
            for event in try await service.events(of: id).dropFirst(model.newest.revision) {
                try model.add(event, undoing: event.kind == .undone ? move : nil)
            }
            session = try await service.session(id)
            #expect(model.newest.differences(from: session) == [])
        }

        // NB: others may be played while seats are open, and are.
        if session.phase == .waiting {
            for person in people[1..<session.seating.seats.count] { _ = try await service.join(id, by: person) }
        }
        try await note()
        for _ in 0..<25 where !session.isOver {
            try await goOn(id, using: &random)
            try await note()
            for seat in session.seating.table.taken where session.phase == .active && !session.isOver {
                let expected = model.undo(of: seat)
                let reason = try await refusal(of: seat, in: id)
                answers.insert(reason ?? "")
                guard case .back(let move) = expected else {
                    #expect(expected == reason.flatMap { RefusalReason(rawValue: $0) }.map { .refused($0) })
                    continue
                }
                #expect(reason == nil)
                try await note(undoing: move)
                let isWilling = Int.random(in: 0..<3, using: &random) == 0
                while let offer = session.seating.offer {
                    // NB: who takes an offer back can't make it again.
                    let answering = session.awaited(for: offer).first ?? offer.seat
                    let answerer = try #require(person(at: answering, of: session))
                    try await submit(isWilling ? .accept : .decline, by: answerer, in: id)
                    try await note(undoing: move)
                }
            }
        }
        #expect(!answers.isEmpty)
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).allSatisfy { $0.problem == nil })
    }
}
