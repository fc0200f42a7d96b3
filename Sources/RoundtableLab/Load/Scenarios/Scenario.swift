import Foundation
import Yams
import GameRules
import Games

/// The behaviour of players: the game, how many sessions there are, and how often which step is taken.
struct Scenario: Codable, Sendable, Equatable {
    enum Step: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
        /// Makes a move that is committed at once.
        case turn
        /// Makes a move as a draft, sends it, and everybody else opens the message and tells its sender.
        case draft
        /// Reads a session, unless it is as known.
        case read
        /// Opens the newest message of a session.
        case open
        /// Makes the next move of the one session at the same time as everybody else.
        case contest
    }

    var name: String
    var purpose: String?
    var game: String
    var seats: Int
    /// The number of sessions that are played at the same time.
    var sessions: Int
    /// The number of people, each of whom plays in several sessions.
    var people: Int
    var steps: [Step: Int]
    /// The number of further connections, which hold a read until something changes.
    var polls: Int
    /// The number of further connections, which listen to an event stream.
    var streams: Int

    func script() throws(LabError) -> GameScript {
        guard let script = GameScript(game: game, seats: seats) else {
            throw LabError(
                description: "\(game) gives no example of a game with \(seats) seats. These games give examples: "
                    + "\(GameScript.games().joined(separator: ", ")).")
        }
        guard sessions > 0, people >= seats, polls >= 0, streams >= 0 else {
            throw LabError(description: "A scenario needs sessions, and at least as many people as seats.")
        }
        guard steps.values.allSatisfy({ $0 >= 0 }), steps.values.contains(where: { $0 > 0 }) else {
            throw LabError(description: "A scenario needs steps with a weight above 0.")
        }
        guard !isContest || steps.count == 1 else {
            throw LabError(description: "contest goes with no other step.")
        }
        return script
    }

    func share(_ number: Int, of workers: Int) -> Scenario {
        var share = self
        share.sessions = sessions.share(number, of: workers)
        share.people = people.share(number, of: workers)
        share.polls = polls.share(number, of: workers)
        share.streams = streams.share(number, of: workers)
        return share
    }

    /// Whether everybody acts on one session.
    var isContest: Bool { steps[.contest] != nil }
}

extension Scenario {
    static let builtIn = [duel, group, live, hot, mixed]

    static let duel = Scenario(
        name: "duel", purpose: "Two players, each move committed at once: what one turn costs.",
        game: "four-in-a-row", seats: 2, sessions: 10_000, people: 1_000, steps: [.turn: 1], polls: 0, streams: 0)

    static let group = Scenario(
        name: "group", purpose: "Four people build ice creams by drafts, and open each other's messages.",
        game: "ice-cream", seats: 4, sessions: 2_000, people: 1_000, steps: [.draft: 1], polls: 0, streams: 0)

    static let live = Scenario(
        name: "live", purpose: "Many bubbles look at sessions that change now and then.",
        game: "four-in-a-row", seats: 2, sessions: 500, people: 500, steps: [.read: 19, .turn: 1], polls: 32,
        streams: 32)

    static let hot = Scenario(
        name: "hot", purpose: "Everybody makes the same move in one session: one wins each time.",
        game: "four-in-a-row", seats: 2, sessions: 1, people: 2, steps: [.contest: 1], polls: 0, streams: 0)

    static let mixed = Scenario(
        name: "mixed", purpose: "An evening: more looks than moves, some by draft.",
        game: "four-in-a-row", seats: 2, sessions: 2_000, people: 1_000,
        steps: [.turn: 20, .draft: 10, .read: 50, .open: 20], polls: 16, streams: 16)

    static func named(_ name: String) throws -> Scenario {
        if let scenario = builtIn.first(where: { $0.name == name }) { return scenario }
        guard let data = FileManager.default.contents(atPath: name) else {
            let names = builtIn.map(\.name).joined(separator: ", ")
            throw LabError(description: "\(name) is neither a file nor one of \(names).")
        }
        let fallback = URL(filePath: name).deletingPathExtension().lastPathComponent
        return try Scenario(yaml: String(decoding: data, as: UTF8.self), name: fallback)
    }

    /// Reads a scenario from YAML or JSON. What it does not say is as in `duel`.
    init(yaml: String, name: String) throws {
        let said: Said
        do {
            said = try YAMLDecoder().decode(Said.self, from: yaml)
        } catch {
            throw LabError(description: "The scenario can't be read: \(error.inWords)")
        }
        self = .duel
        self.name = said.name ?? name
        purpose = said.purpose
        game = said.game ?? game
        seats = said.seats ?? (game == "ice-cream" ? 4 : 2)
        sessions = said.sessions ?? sessions
        people = said.people ?? max(people, seats)
        steps = said.steps ?? steps
        polls = said.polls ?? polls
        streams = said.streams ?? streams
        _ = try script()
    }

    var yaml: String {
        let weights = Step.allCases.compactMap { step in steps[step].map { "\(step.rawValue): \($0)" } }
        return """
            name: \(name)
            purpose: "\(purpose ?? "")"
            game: \(game)
            seats: \(seats)
            sessions: \(sessions)
            people: \(people)
            steps: {\(weights.joined(separator: ", "))}
            polls: \(polls)
            streams: \(streams)
            """
    }

    private struct Said: Decodable {
        var name: String?
        var purpose: String?
        var game: String?
        var seats: Int?
        var sessions: Int?
        var people: Int?
        var steps: [Step: Int]?
        var polls: Int?
        var streams: Int?
    }
}

extension Error {
    /// The error in a file, for whoever wrote it.
    var inWords: String {
        guard let error = self as? DecodingError else { return "\(self)" }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}

/// A whole game that is played the same way each time: the example that its rules give.
struct GameScript: Sendable {
    struct Move: Sendable, Equatable {
        /// Who makes it, by the order of joining.
        let seat: Int
        /// In the game's notation, as JSON.
        let json: String
    }

    let game: String
    let seats: Int
    /// In the order of their turns; each player but the first joins by the first move of theirs.
    let moves: [Move]

    /// The games that can be played by some number of people.
    static func games(of library: GameLibrary = .standard) -> [String] {
        library.names.map(\.rawValue).filter { name in
            (2...32).contains { GameScript(game: name, seats: $0, of: library) != nil }
        }
    }

    /// The script of a game; nil for one that gives no example with so many people, or hides moves, which could not be
    /// verified then.
    init?(game: String, seats: Int, of library: GameLibrary = .standard) {
        guard let rules = library.newest(GameName(rawValue: game)), rules.seats.contains(seats),
            !rules.hasSecrets
        else { return nil }
        let example = rules.examplePlay(seats: seats)
        guard !example.isEmpty else { return nil }
        moves = example.map { move in
            Move(seat: move.seat.rawValue, json: String(decoding: move.notation.data, as: UTF8.self))
        }
        self.game = game
        self.seats = seats
    }
}
