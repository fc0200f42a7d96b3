import Foundation
import Yams

extension Scenario {
    /// The scenario of that name, or of the file at that path.
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
