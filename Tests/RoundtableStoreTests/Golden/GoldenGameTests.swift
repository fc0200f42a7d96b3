import Foundation
import GameRules
import Games
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

/// Whole games as this version or an earlier one played them, exported sessions with their events and the position they
/// led to: two files for each version of a game's rules, one of plain games, one of those in which more happens than
/// moves; of two games a third one, with clocks, offers and rematches. Never written anew: a session keeps the rules it
/// began with.
///
/// A new version of some rules gets its file by `ROUNDTABLE_RECORD_GAMES=1 scripts/test --filter GoldenGameTests`,
/// which writes those that are missing. If that fails because a drawn card can't be taken back, run it again: the cards
/// are others then.
@Suite("Golden games", .database)
struct GoldenGameTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "games")
    private static let isRecording = ProcessInfo.processInfo.environment["ROUNDTABLE_RECORD_GAMES"] == "1"

    private static var versions: [String] {
        GameLibrary.standard.versions.map { "\($0.name)-\($0.rules)" }.sorted()
    }

    private static var files: [String] {
        versions + versions.map { $0 + eventful }
            + versions.filter { !GoldenScene.days(game(of: $0)).isEmpty }.map { $0 + days }
    }

    /// The end of the names of files of games in which more happens than moves.
    private static let eventful = "-eventful"
    /// The end of the names of files of games over days.
    private static let days = "-days"

    private static func game(of version: String) -> GameName {
        GameName(rawValue: String(version.prefix { !$0.isNumber }.dropLast()))
    }

    private func file(_ version: String) -> URL { Self.folder.appending(component: "\(version).jsonl") }

    @Test("are there for every version of every game, and replay to what they were", arguments: Self.files)
    func replayed(name: String) async throws {
        let store = try TestDatabase.current.store
        let text = try Data(contentsOf: file(name))
        let version = name.replacing(Self.eventful, with: "").replacing(Self.days, with: "")
        let lines = text.split(separator: UInt8(ascii: "\n"))
        #expect(!lines.isEmpty)
        var kinds: Set<Event.Kind> = []
        var rematches = 0
        for line in lines {
            // NB: replays the session, and refuses it if its events don't lead to what it is.
            let id = try await store.importSession(Array(line), noting: .testing)
            let session = try #require(try await store.record(of: id, for: nil)?.session)
            #expect("\(session.identity.game)-\(session.identity.rules)" == version)
            #expect(session.phase == .finished)
            #expect(session.outcome != nil)
            kinds.formUnion(try await store.events(of: id, after: 0, limit: 1000).map(\.kind))
            if session.identity.origin != nil { rematches += 1 }
        }
        guard name.hasSuffix(Self.days) else { return }
        #expect(kinds.isSuperset(of: [.offered, .accepted, .declined, .undone, .paused, .resumed, .timedOut]))
        #expect(rematches == 1)
    }

    @Test("are recorded where they are missing", .enabled(if: Self.isRecording), arguments: Self.files)
    func record(file name: String) async throws {
        guard !FileManager.default.fileExists(atPath: file(name).path()) else { return }
        let game = try #require(GameLibrary.standard.newest(Self.game(of: name)))
        let scenes =
            name.hasSuffix(Self.eventful)
            ? GoldenScene.eventful(game.name)
            : name.hasSuffix(Self.days) ? GoldenScene.days(game.name) : GoldenScene.plain(game)
        var lines: [[UInt8]] = []
        for (number, scene) in scenes.enumerated() {
            lines += try await playthrough(of: game.name, scene, key: "\(name) \(number)")
        }
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: file(name))
    }

    /// A game played to its end, and its rematch if it has one, as they are exported.
    private func playthrough(of name: GameName, _ scene: GoldenScene, key: String) async throws -> [[UInt8]] {
        let service = try TestService()
        let people = Person.group(of: scene.seats + 1)
        let players = people.prefix(scene.taken ?? scene.seats)
        var random = SeededRandom(seed: UInt64(scene.seats))
        let id = try await service.open(
            name, by: people[0], seats: scene.seats, options: GameJSON(Data(scene.options.utf8)), clock: scene.clock,
            request: service.request(of: people[0], send: .now, key: key)
        ).session.id
        for person in players.dropFirst() { _ = try await service.join(id, by: person) }
        if scene.taken != nil { try await service.submit(.start, by: people[0], in: id) }
        let store = try TestDatabase.current.store
        try await play(id, scene, by: people, on: service, &random)
        guard let happenings = scene.rematch else { return [try #require(try await store.export(id))] }
        var scene = scene
        scene.happenings = happenings
        let next = try await service.sessions.rematch(
            of: id, service.request(of: people[0], send: .now, key: key + " again")
        ).session.id
        for person in players.dropFirst() { _ = try await service.join(next, by: person) }
        try await play(next, scene, by: people, on: service, &random)
        return [try #require(try await store.export(id)), try #require(try await store.export(next))]
    }

    /// Plays a session to its end.
    private func play(
        _ id: SessionID, _ scene: GoldenScene, by people: [Person], on service: TestService,
        _ random: inout SeededRandom
    ) async throws {
        var (moves, count) = (scene.moves[...], 0)
        while true {
            let session = try await service.session(id)
            guard let seat = session.toAct.randomElement(using: &random) else { return }
            let person = try #require(people.first { $0.player == session.seating[seat].player })
            if let happening = scene.happenings[count] {
                try await service.happen(happening, of: seat, in: id, people)
            } else if let move = moves.popFirst() {
                try await service.submit(.move(Self.json(of: move)), by: person, in: id)
            } else {
                let view = try await service.view(of: id, for: person)
                let listed = view.legalMoves.flatMap { Self.choice(of: $0, &random) }
                let move = try #require(listed ?? Self.unlisted(session.identity.game, at: session, &random))
                try await service.submit(.move(move), by: person, in: id)
            }
            count += 1
        }
    }

    private static func json(of move: String) -> GameJSON {
        move.hasPrefix("{") ? GameJSON(Data(move.utf8)) : .move(move)
    }

    /// One of some moves, seldom one that only puts off the end of the game.
    private static func choice(of moves: [GameJSON], _ random: inout SeededRandom) -> GameJSON? {
        let quick = moves.filter { move in
            !["draw", "keep"].contains { move.string?.hasPrefix($0) == true }
        }
        let isQuick = !quick.isEmpty && Int.random(in: 0..<8, using: &random) > 0
        return (isQuick ? quick : moves).randomElement(using: &random)
    }

    /// A move where there are too many to list.
    private static func unlisted(_ name: GameName, at session: Session, _ random: inout SeededRandom) -> GameJSON? {
        switch name {
        case "sea-battle":
            .move(
                ["place A1h5,A3h4,A5h3,A7h3,A9h2", "place J1v5,H1v4,F1v3,D1v3,B1v2"].randomElement(using: &random) ?? ""
            )
        case "open":
            session.revision > 8
                ? GameJSON(Data(#"{"outcome": {"winners": [0]}}"#.utf8))
                : [#"{"roll": [6, 6]}"#, #"{"patch": {"a": 1}, "private": {"1": "QS"}}"#, #"{"state": {"b": [2]}}"#]
                    .randomElement(using: &random).map { GameJSON(Data($0.utf8)) }
        default: nil
        }
    }
}

extension TestService {
    fileprivate func submit(_ intent: Proposal.Intent, by person: Person, in id: SessionID) async throws {
        let revision = try await session(id).revision
        _ = try await self.turns.submit(
            intent, in: id, basedOn: revision, request(of: person, send: .now, body: "\(intent)"))
    }

    /// Lets something happen in a game when it is a seat's turn; the last of the people has no seat in it.
    fileprivate func happen(
        _ happening: GoldenScene.Happening, of seat: SeatIndex, in id: SessionID, _ people: [Person]
    ) async throws {
        let session = try await session(id)
        func person(in seat: SeatIndex) throws -> Person {
            try #require(people.first { $0.player == session.seating[seat].player })
        }
        let others = session.seating.table.taken.filter { $0 != session.seating.offer?.seat }
        switch happening {
        case .skip:
            _ = try await self.operations.skip(seat, of: id, noting: .testing)
        case .timeOut:
            time.advance(seconds: 61 + (session.identity.clock?.bankSeconds ?? 0))
            try await self.deadlines.sweep()
        case .ponder: time.advance(seconds: 70)
        case .leave: try await submit(.leave, by: try person(in: seat), in: id)
        case .resign: try await submit(.resign, by: try person(in: seat), in: id)
        case .join: _ = try await join(id, by: try #require(people.last))
        case .offer(let agreement):
            let moved = try #require(
                session.seating.table.taken.max {
                    session.seating[$0].lastActed ?? 0 < session.seating[$1].lastActed ?? 0
                })
            try await submit(.offer(agreement), by: try person(in: moved), in: id)
        case .accept:
            for other in others { try await submit(.accept, by: try person(in: other), in: id) }
        case .decline: try await submit(.decline, by: try person(in: try #require(others.first)), in: id)
        case .resume: try await submit(.resume, by: try person(in: seat), in: id)
        }
    }
}

extension GoldenScene {
    /// Its clock; nil for one in which nobody is late.
    fileprivate var clock: ClockSettings? {
        if let atEnd { return ClockSettings(turnSeconds: 60, bankSeconds: 30, atEnd: atEnd) }
        return happenings.values.contains { if case .timeOut = $0 { true } else { false } }
            ? ClockSettings(turnSeconds: 60) : nil
    }
}
