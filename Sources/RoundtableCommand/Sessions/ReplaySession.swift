import ArgumentParser
import Foundation
import GameRules
import Roundtable

extension SessionCommand {
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rebuild a session from its events, step by step, and compare it with what is stored.",
            discussion: """
                Shows the board after each event, as a reader without a seat may see it. Without --to it fails if the \
                stored session differs from its events.

                Example: roundtable session replay 5f0f… --to 3 --reason 'ticket 4711'
                """)

        @Argument(help: "The session's ID.")
        var session: SessionID

        @Option(help: ArgumentHelp("Stop after this event.", valueName: "revision"))
        var to: Int?

        @Flag(help: "Print JSON, one object per step.")
        var json = false

        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if let to, to < 1 { throw ValidationError("The first event is number 1.") }
        }

        func run() async throws {
            try await options.read("session replay", about: session, to.map { "--to \($0)" }) { administration in
                let stored = try await administration.record(of: session).session
                var latest: Roundtable.Session?
                try await administration.events(of: stored, upTo: to.map { min($0, stored.revision) }) { event in
                    let before =
                        try latest
                        ?? .beginning(with: event, of: stored.identity, games: administration.context.games)
                    let after = try before.following(event)
                    let step = ReplayStep(
                        line: try EventLine(event, in: after), session: after, board: try Board(of: after))
                    print(json ? try step.facts.jsonLine : step.text)
                    latest = after
                }
                let rebuilt =
                    try latest
                    ?? .beginning(with: nil, of: stored.identity, games: administration.context.games)
                guard rebuilt.revision == stored.revision else { return }
                let differences = stored.differences(from: rebuilt)
                guard differences.isEmpty else {
                    throw Refusal("Stored and rebuilt differ in: \(differences.joined(separator: ", ")).")
                }
                note("The session is as its events made it.")
            }
        }
    }
}

/// One event of a replay, with what it led to.
private struct ReplayStep {
    let line: EventLine
    let session: Session
    let board: Board

    var facts: Facts {
        [
            "event": line.facts, "state": session.phase.rawValue, "toAct": session.toAct.map(\.rawValue),
            "board": board.json,
        ]
    }

    var text: String {
        let event = line.event
        let facts = [
            "\(event.revision)", event.at.text, event.kind.rawValue, event.seat.map { "seat \($0)" }, line.move,
            "→ \(session.phase.rawValue), to act: \(session.toAct.text)",
        ]
        return ([facts.compactMap(\.self).joined(separator: "  ")] + board.lines(indent: 4)).joined(separator: "\n")
    }
}
