import Foundation
import GameRules
import Games
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

/// Whole games as this version or an earlier one played them, exported sessions with their events and the position they
/// led to: a file for each version of a game's rules. Never written anew: a session keeps the rules it began with.
///
/// A new version of some rules gets its file by `ROUNDTABLE_RECORD_GAMES=1 scripts/test --filter GoldenGameTests`, which
/// writes those that are missing.
@Suite("Golden games", .database)
struct GoldenGameTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "games")
    private static let isRecording = ProcessInfo.processInfo.environment["ROUNDTABLE_RECORD_GAMES"] == "1"

    private static var versions: [String] {
        GameLibrary.standard.versions.map { "\($0.name)-\($0.rules)" }.sorted()
    }

    private func file(_ version: String) -> URL { Self.folder.appending(component: "\(version).jsonl") }

    @Test("are there for every version of every game, and replay to what they were", arguments: Self.versions)
    func replayed(version: String) async throws {
        let store = try TestDatabase.current.store
        let text = try Data(contentsOf: file(version))
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

    @Test("are recorded where they are missing", .enabled(if: Self.isRecording), arguments: Self.versions)
    func record(version: String) async throws {
        guard !FileManager.default.fileExists(atPath: file(version).path()) else { return }
        let name = GameName(rawValue: String(version.prefix { !$0.isNumber }.dropLast()))
        let game = try #require(GameLibrary.standard.newest(name))
        var lines: [[UInt8]] = []
        for seats in Set([max(2, game.seats.lowerBound), min(4, game.seats.upperBound)]).sorted() {
            lines.append(try await playthrough(of: name, seats: seats))
        }
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try Data(lines.joined(separator: [UInt8(ascii: "\n")])).write(to: file(version))
    }

    /// A game played to its end, as it is exported.
    private func playthrough(of name: GameName, seats: Int) async throws -> [UInt8] {
        let service = try TestService()
        let people = Person.group(of: seats)
        var random = SeededGenerator(seed: UInt64(seats))
        let id = try await service.open(
            name, by: people[0], seats: seats,
            request: service.request(of: people[0], send: .now, key: "\(name) for \(seats)")
        ).session.id
        for person in people.dropFirst() { _ = try await service.join(id, by: person) }
        while true {
            let session = try await service.session(id)
            guard let seat = session.toAct.randomElement(using: &random) else { break }
            let view = try await service.view(of: id, for: people[seat.rawValue])
            let listed = view.legalMoves.flatMap { Self.choice(of: $0, &random) }
            let move = try #require(listed ?? Self.unlisted(name, at: session, &random))
            _ = try await service.turns.submit(
                .init(.move(move), in: id, revision: session.revision),
                service.request(of: people[seat.rawValue], send: .now, body: "\(move)"))
        }
        return try #require(try await TestDatabase.current.store.export(id))
    }

    /// One of some moves, seldom one that only puts off the end of the game.
    private static func choice(of moves: [GameJSON], _ random: inout SeededGenerator) -> GameJSON? {
        let quick = moves.filter { move in
            !["draw", "keep"].contains { move.string?.hasPrefix($0) == true }
        }
        let isQuick = !quick.isEmpty && Int.random(in: 0..<8, using: &random) > 0
        return (isQuick ? quick : moves).randomElement(using: &random)
    }

    /// A move where there are too many to list.
    private static func unlisted(_ name: GameName, at session: Session, _ random: inout SeededGenerator) -> GameJSON? {
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
