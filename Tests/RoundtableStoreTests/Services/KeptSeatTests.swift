import Foundation
import GameRules
import Games
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

@Suite("Seats that a rematch keeps", .database)
struct KeptSeatTests {
    private static let games = GameLibrary.standard.names.filter { name in
        GameLibrary.standard.newest(name).map { $0.seats.upperBound > 2 } ?? false
    }
    /// A move of the open game, which lists none.
    private static let unlisted = GameJSON(Data(#"{"state":{}}"#.utf8))

    let service: TestService
    let people = Person.group(of: 6)

    init() throws { service = try TestService() }

    private func submit(
        _ intent: Proposal.Intent, by person: Person, in id: SessionID, revision: Int?, send: SendMode = .now
    ) async throws(ServiceError) -> TurnAnswer {
        try await service.turns.submit(
            intent, in: id, basedOn: revision,
            service.request(of: person, send: send, body: "\(intent)"))
    }

    /// A rematch that one of four people asked for, the first of whom won; all people have seen its message.
    private func rematch(
        of game: GameName, using random: inout SeededRandom
    ) async throws -> SessionID {
        let first = try await service.open(game, by: people[0], seats: 4).session.id
        for person in people[1...3] { _ = try await service.join(first, by: person) }
        for person in people[1...3] {
            _ = try await submit(.resign, by: person, in: first, revision: try await service.session(first).revision)
        }
        var view = try await service.view(of: first, for: people[0])
        while view.state == .active {
            let move = try #require(view.legalMoves?.randomElement(using: &random) ?? Self.ending(game))
            view = try await submit(.move(move), by: people[0], in: first, revision: view.revision).session
        }
        let asker = people[Int.random(in: 0...3, using: &random)]
        let asked = try await service.sessions.rematch(
            of: first, service.request(of: asker, send: .now, body: "rematch"))
        for person in people where person.player != asker.player {
            _ = try await service.open(asked.message.token, by: person, from: asker)
        }
        return asked.session.id
    }

    private static func ending(_ game: GameName) -> GameJSON? {
        game == "open" ? GameJSON(Data(#"{"state":{},"outcome":{"winners":[0]}}"#.utf8)) : nil
    }

    /// Tries whether something is accepted as a draft, and takes it back.
    private func isAccepted(
        _ intent: Proposal.Intent, by person: Person, in id: SessionID, revision: Int
    ) async throws -> Bool {
        do {
            let answer = try await submit(intent, by: person, in: id, revision: revision, send: .draft)
            // NB: what reveals something counts at once.
            if answer.draft { try await service.cancel(answer.message.token, by: person) }
            return true
        } catch {
            #expect([.noOpenSeat, .notYourTurn].contains(error.code))
            return false
        }
    }

    /// Compares what a person is offered with what is accepted of them.
    private func probe(_ person: Person, in id: SessionID, using random: inout SeededRandom) async throws {
        let view = try await service.view(of: id, for: person)
        guard view.you == nil, view.state != .finished, view.state != .abandoned else {
            #expect(!view.joinable)
            return
        }
        let joins = try await isAccepted(.join, by: person, in: id, revision: view.revision)
        #expect(joins == view.joinable, "\(person.player) may take a seat")
        let session = try await service.session(id)
        let isOffered = view.legalMoves.map { !$0.isEmpty } ?? true
        let others = try session.toAct.first.map { try session.legalMoves(for: $0) ?? [Self.unlisted] } ?? []
        let moves = isOffered ? view.legalMoves ?? [Self.unlisted] : others
        guard let move = moves.randomElement(using: &random) else { return }
        let moved = try await isAccepted(.move(move), by: person, in: id, revision: view.revision)
        #expect(moved == isOffered, "\(person.player) may play \(move)")
    }

    /// Lets somebody join, move or leave, or time pass.
    private func goOn(_ id: SessionID, using random: inout SeededRandom) async throws {
        let person = try #require(people.randomElement(using: &random))
        let view = try await service.view(of: id, for: person)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: service.time.advance(seconds: Rematch.keptSeconds / 3)
        case 1 where view.you != nil && view.state == .active && view.revision > 4:
            _ = try await submit(.leave, by: person, in: id, revision: view.revision)
        case 2...4 where view.joinable: _ = try await submit(.join, by: person, in: id, revision: nil)
        default:
            guard view.you.map(view.toAct.contains) ?? view.joinable else { return }
            let moves = view.legalMoves ?? [Self.unlisted]
            guard let move = moves.randomElement(using: &random) else { return }
            _ = try await submit(.move(move), by: person, in: id, revision: view.revision)
        }
    }

    @Test("what somebody without a seat is offered is what is accepted of them", arguments: games, [1, 2, 3])
    func offered(game: GameName, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let id = try await rematch(of: game, using: &random)
        for _ in 0..<10 {
            for person in people.shuffled(using: &random).prefix(2) {
                try await probe(person, in: id, using: &random)
            }
            try await goOn(id, using: &random)
        }
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).allSatisfy { $0.problem == nil })
    }

    @Test("a stranger is offered nothing in a seat that is kept for somebody else, until it is kept no longer")
    func expiring() async throws {
        var random = SeededRandom(seed: 4)
        let id = try await rematch(of: "dots-and-boxes", using: &random)
        let stranger = people[4]
        let kept = try await service.view(of: id, for: stranger)
        #expect(kept.legalMoves == [] && !kept.joinable && kept.seats.contains { $0.state == .open })
        let asker = Asker(player: stranger.player, local: stranger.local)
        let seen = service.sessions.seen(try await service.sessions.record(of: id, for: asker), by: asker)
        service.time.advance(seconds: Rematch.keptSeconds)
        let now = service.sessions.seen(try await service.sessions.record(of: id, for: asker), by: asker)
        #expect(seen.stamp != now.stamp && seen.until == service.time.now && now.until == nil)
        #expect(try await service.view(of: id, for: stranger).joinable)
    }
}
