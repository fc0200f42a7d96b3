import Foundation
import GameRules
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("An audit", .database)
struct AuditTests {
    private func exported() async throws -> String {
        let service = try TestService()
        let people = Person.group(of: 2)
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        _ = try await service.move("draw", by: people[0], in: id, revision: 2, send: .now)
        _ = try await service.move("finish", by: people[1], in: id, revision: 3, send: .now)
        return String(decoding: try #require(try await TestDatabase.current.store.export(id)), as: UTF8.self)
    }

    private func problems(of line: String, promised: String? = nil) throws -> [String] {
        try AuditedSession(Array(line.utf8)).findings(promised: promised, games: .testing).problems
    }

    @Test("finds a game sound that was dealt and rolled from its seed, and names the seed and its hash")
    func sound() async throws {
        let line = try await exported()
        let findings = try AuditedSession(Array(line.utf8)).findings(promised: nil, games: .testing)
        #expect(findings.problems.isEmpty)
        let hash = try #require(findings.facts.first { $0.name == "SHA-256" }?.value.prefix(64))
        #expect(try problems(of: line, promised: String(hash)).isEmpty)
        #expect(try problems(of: line, promised: String(repeating: "0", count: 64)).count == 1)
    }

    @Test("finds whole games sound, their dice and hands", arguments: ["crazy-eights", "yacht", "open"])
    func golden(game: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../RoundtableStoreTests/Golden/games/\(game)-1.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(!lines.isEmpty)
        for line in lines { #expect(try problems(of: line) == []) }
    }

    @Test("finds another seed, another hand, another move and another end")
    func tampered() async throws {
        let line = try await exported()
        let seed = try #require(try /\\\\x([0-9a-f]{64})/.firstMatch(in: line)?.1)
        let other = String(seed.reversed())
        #expect(try problems(of: line.replacing(seed, with: other)).contains { $0.contains("position") })
        let hand = try #require(try /"hands": ?\[(\d+)/.firstMatch(in: line)?.1)
        #expect(try problems(of: line.replacing(hand, with: "5")).contains { $0.contains("position") })
        #expect(try !problems(of: line.replacing(/"move": ?"draw"/, with: #""move": "pass""#)).isEmpty)
        #expect(
            try problems(of: line.replacing(/"winners": ?\[1\]/, with: #""winners": [0]"#)).contains {
                $0.contains("end")
            })
    }

    @Test("refuses a file that is no export", arguments: ["{}", "[", #"{"format": "other"}"#])
    func unreadable(line: String) {
        #expect(throws: LabError.self) { try AuditedSession(Array(line.utf8)) }
    }
}
