import BoardDrawings
import Foundation
import GameRules
import Games
import ProgramOutput
import RoundtableJSON
import Roundtable
import ArgumentParser

/// A session as an export has it, to be replayed by its rules.
struct AuditedSession {
    struct Findings {
        let facts: [(name: String, value: String)]
        /// The differences between the file and a replay; none if all is as it should be.
        let problems: [String]

        var text: String {
            let lines = facts.map { $0.name.padded(to: 10) + $0.value }
            let end =
                problems.isEmpty
                ? ["sound     every event, deal and roll follows from the seed"] : problems.map { "problem   \($0)" }
            return (lines + end).map(\.printable).joined(separator: "\n") + "\n"
        }
    }

    private let identity: Session.Identity
    private let events: [Event]
    private let position: GameJSON
    private let outcome: Outcome?

    /// - Throws: `LabError`, if it is none.
    init(_ line: [UInt8]) throws {
        do throws(JSONError) {
            let file = try JSONDocument(line).root
            guard try file.read("format") == "roundtable-session" else { throw file.error(expected: "an export") }
            let row = try file.read("session", as: JSONElement.self)
            identity = Session.Identity(
                id: SessionID(try row.read("session_id")),
                founding: Founding(
                    game: try row.read("game"), rules: try row.read("rules"), options: .emptyObject, seats: 1,
                    clock: try row.readIfPresent("clock"), creator: PlayerID(try row.read("creator"))),
                seed: try Self.seed(in: row), createdAt: try row.read("created_at"), watch: RulesWatch())
            position = try row.read("position")
            outcome = try row.readIfPresent("outcome")
            events = try file.read("events", as: [JSONElement].self).map(Self.event)
        } catch {
            throw LabError(description: "This is no session as `roundtable session export` writes it: \(error)")
        }
    }

    private static func seed(in row: JSONElement) throws(JSONError) -> SessionSeed {
        // PostgreSQL writes bytes as \x and hexadecimal digits.
        let text: String = try row.read("seed")
        guard text.hasPrefix("\\x"), let bytes = Data(hexadecimal: text.dropFirst(2)) else {
            throw row.error(expected: "a seed")
        }
        return SessionSeed(bytes: bytes)
    }

    private static func event(_ json: JSONElement) throws(JSONError) -> Event {
        guard let kind = Event.Kind(rawValue: try json.read("kind")) else { throw json.error(expected: "an event") }
        let player: UUID? = try json.readIfPresent("player_id")
        return Event(
            revision: try json.read("revision"), kind: kind, seat: try json.readIfPresent("seat"),
            player: player.map { PlayerID($0) }, at: try json.read("at"),
            details: try Event.Details(json.read("details"), move: json.readIfPresent("move")))
    }

    /// - Parameter promised: the hash that was given out when the game started; nil if nobody kept it.
    func findings(promised: String?, games: GameLibrary = .standard) -> Findings {
        var problems: [String] = []
        if let promised, promised.lowercased() != identity.seed.hash {
            problems.append("the seed is not the one that was promised by \(promised)")
        }
        do {
            let replayed = try Session.replaying(events, of: identity, games: games)
            if try replayed.snapshot().value != position.value {
                problems.append("the position is not the one that seed and moves lead to")
            }
            if replayed.outcome != outcome { problems.append("the game did not end as the file says") }
        } catch {
            problems.append("it can't be replayed: \(error.explanation)")
        }
        let facts = [
            ("session", identity.id.description),
            ("game", "\(identity.game), rules \(identity.rules), \(events.count) events"), ("seed", identity.seed.text),
            ("SHA-256", identity.seed.hash + (promised == nil ? ", to be compared with what apps were given" : "")),
        ]
        return Findings(facts: facts, problems: problems)
    }
}

extension Data {
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}

/// `roundtable-lab audit`: shows that games of chance were dealt and rolled from the seed that was promised.
struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Repeat the deals and rolls of exported sessions from their seeds, and compare.",
        discussion: """
            The event that starts a game of chance contains the SHA-256 of its seed (`seedHash`). The event that ends \
            the game contains the seed itself, as do exports from then on. The seed determines everything that is \
            dealt, shuffled or rolled.

            Example: roundtable session export SESSION > session.jsonl; roundtable-lab audit session.jsonl
            """)

    @Argument(help: "A file that `roundtable session export` wrote, one session per line; - for standard input.")
    var file: String

    @Option(help: "The seedHash that the app got when the game started; for a file of one session.")
    var hash: String?

    func run() throws {
        var (sessions, failures) = (0, 0)
        try forEachLine { line in
            sessions += 1
            guard hash == nil || sessions == 1 else { throw ValidationError("--hash is for a file of one session.") }
            let findings = try AuditedSession(line).findings(promised: hash)
            try Output.print(findings.text)
            if !findings.problems.isEmpty { failures += 1 }
        }
        guard sessions > 0 else { throw ValidationError("There is no session in \(file).") }
        if failures > 0 { throw ExitCode(1) }
    }

    /// The most bytes of a line, as `roundtable session import` has it.
    private static let longestLine = 128 << 20

    private func forEachLine(_ body: ([UInt8]) throws -> Void) throws {
        guard let source = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file) else {
            throw ValidationError("There is no file \(file).")
        }
        var line: [UInt8] = []
        func endLine() throws {
            if !line.isEmpty { try body(line) }
            line = []
        }
        while let part = try source.read(upToCount: 1 << 20), !part.isEmpty {
            let pieces = part.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if index > 0 { try endLine() }
                line += piece
                guard line.count <= Self.longestLine else {
                    throw ValidationError("A line of \(file) has more than \(Self.longestLine) bytes.")
                }
            }
        }
        try endLine()
    }
}
