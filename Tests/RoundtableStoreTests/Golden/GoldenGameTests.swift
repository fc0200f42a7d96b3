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
/// moves. Never written anew: a session keeps the rules it began with.
///
/// A new version of some rules gets its file by `ROUNDTABLE_RECORD_GAMES=1 scripts/test --filter GoldenGameTests`,
/// which writes those that are missing.
@Suite("Golden games", .database)
struct GoldenGameTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "games")
    private static let isRecording = ProcessInfo.processInfo.environment["ROUNDTABLE_RECORD_GAMES"] == "1"

    private static var versions: [String] {
        GameLibrary.standard.versions.map { "\($0.name)-\($0.rules)" }.sorted()
    }

    private static var files: [String] { versions + versions.map { $0 + eventful } }

    /// The end of the names of files of games in which more happens than moves.
    private static let eventful = "-eventful"

    private func file(_ version: String) -> URL { Self.folder.appending(component: "\(version).jsonl") }

    @Test("are there for every version of every game, and replay to what they were", arguments: Self.files)
    func replayed(name: String) async throws {
        let store = try TestDatabase.current.store
        let text = try Data(contentsOf: file(name))
        let version = name.replacing(Self.eventful, with: "")
        let lines = text.split(separator: UInt8(ascii: "\n"))
        #expect(!lines.isEmpty)
        for line in lines {
            // NB: replays the session, and refuses it if its events don't lead to what it is.
            let id = try await store.importSession(Array(line), noting: .testing)
            let session = try #require(try await store.record(of: id, for: nil)?.session)
            #expect("\(session.identity.game)-\(session.identity.rules)" == version)
            #expect(session.phase == .finished)
            #expect(session.outcome != nil)
        }
    }

    @Test("are recorded where they are missing", .enabled(if: Self.isRecording), arguments: Self.files)
    func record(file name: String) async throws {
        guard !FileManager.default.fileExists(atPath: file(name).path()) else { return }
        let game = try #require(
            GameLibrary.standard.newest(GameName(rawValue: String(name.prefix { !$0.isNumber }.dropLast()))))
        let scenes = name.hasSuffix(Self.eventful) ? GoldenScene.eventful(game.name) : GoldenScene.plain(game)
        var lines: [[UInt8]] = []
        for (number, scene) in scenes.enumerated() {
            lines.append(try await playthrough(of: game.name, scene, key: "\(name) \(number)"))
        }
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: file(name))
    }

    /// A game played to its end, as it is exported.
    private func playthrough(of name: GameName, _ scene: GoldenScene, key: String) async throws -> [UInt8] {
        let service = try TestService()
        let people = Person.group(of: scene.seats + 1)
        let players = people.prefix(scene.taken ?? scene.seats)
        var random = SeededRandom(seed: UInt64(scene.seats))
        let timeout = scene.happenings.values.contains { $0 == .timeOut } ? 60 : nil
        let id = try await service.open(
            name, by: people[0], seats: scene.seats, options: GameJSON(Data(scene.options.utf8)), timeout: timeout,
            request: service.request(of: people[0], send: .now, key: key)
        ).session.id
        for person in players.dropFirst() { _ = try await service.join(id, by: person) }
        if scene.taken != nil { try await service.submit(.start, by: people[0], in: id) }
        var (moves, count) = (scene.moves[...], 0)
        while true {
            let session = try await service.session(id)
            guard let seat = session.toAct.randomElement(using: &random) else { break }
            let person = try #require(people.first { $0.player == session.seating[seat].player })
            if let happening = scene.happenings[count] {
                try await service.happen(happening, of: seat, person, newcomer: people[scene.seats], in: id)
            } else if let move = moves.popFirst() {
                try await service.submit(.move(Self.json(of: move)), by: person, in: id)
            } else {
                let view = try await service.view(of: id, for: person)
                let listed = view.legalMoves.flatMap { Self.choice(of: $0, &random) }
                let move = try #require(listed ?? Self.unlisted(name, at: session, &random))
                try await service.submit(.move(move), by: person, in: id)
            }
            count += 1
        }
        return try #require(try await TestDatabase.current.store.export(id))
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
            .init(intent, in: id, revision: revision), request(of: person, send: .now, body: "\(intent)"))
    }

    /// Lets something happen in a game when it is a seat's turn.
    fileprivate func happen(
        _ happening: GoldenScene.Happening, of seat: SeatIndex, _ person: Person, newcomer: Person, in id: SessionID
    ) async throws {
        switch happening {
        case .skip:
            _ = try await self.operations.skip(seat, of: id, noting: .testing)
        case .timeOut:
            time.advance(seconds: 61)
            try await self.deadlines.sweep()
        case .leave: try await submit(.leave, by: person, in: id)
        case .resign: try await submit(.resign, by: person, in: id)
        case .join: _ = try await join(id, by: newcomer)
        }
    }
}
