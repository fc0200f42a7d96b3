import BoardDrawings
import Foundation
import MessagesSimulator
import Synchronization

/// Where the demo is shown: a terminal of 100 columns, or lines of text for whatever reads them.
final class DemoScreen: Sendable {
    private let isTerminal: Bool
    private let style: TerminalStyle
    private let pause: Duration
    private let shown = Atomic(0)

    init(isPaced: Bool) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = isatty(STDOUT_FILENO) == 1
        // https://no-color.org: any value but an empty one means no.
        let hasColour = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        style = TerminalStyle(hasColour: hasColour)
        pause = isTerminal && isPaced ? .seconds(2.5) : .zero
    }

    /// Says what is to be seen.
    func introduce(_ scene: DemoScene) {
        write(
            """
            \(style(.title, scene.title))

            \(scene.people)
            All else is real: the apps’ client, HTTP, the service and its PostgreSQL, which are starting now.


            """)
    }

    /// Shows a step, and leaves time to look at the one before.
    func show(_ step: DemoStep) async throws {
        let number = shown.add(1, ordering: .relaxed).newValue
        if number > 1 { try await Task.sleep(for: pause) }
        write((isTerminal ? drawn(step, number: number) : listed(step, number: number)) + "\n\n")
    }

    /// Writes at once, also into a pipe.
    func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    // MARK: Lines

    private func listed(_ step: DemoStep, number: Int) -> String {
        var lines = ["\(number). \(step.title)"]
        lines += [step.remark].compactMap { $0.map { "   \($0)" } }
        for phone in step.phones {
            let board = phone.transcript.liveBoard(width: step.width - 4).map(\.withoutTrailingSpaces)
            let entries =
                phone.transcript.lines + board + (phone.app.map { ["(in the app) \($0)"] } ?? [])
                + (phone.told.map { ["(notification) \($0.line)"] } ?? [])
            lines +=
                ["   \(phone.transcript.owner.name)’s \(phone.transcript.device.name):"] + entries.map { "     \($0)" }
        }
        return (lines + step.findings.map { "   ✓ \($0)" }).joined(separator: "\n")
    }

    // MARK: Drawing

    private func drawn(_ step: DemoStep, number: Int) -> String {
        var lines = ["\(style(.number, " \(number) ")) \(style(.title, step.title))"]
        lines += [step.remark].compactMap { $0.map { "    \(style(.remark, $0))" } }
        lines += [""] + DemoDrawing(style: style, width: step.width).sideBySide(step.phones)
        if !step.findings.isEmpty { lines += [""] + step.findings.map { "  \(style(.finding, "✓")) \($0)" } }
        return lines.joined(separator: "\n")
    }
}

/// A moment of the conversation: what happened, and what everybody has before them.
struct DemoStep {
    /// One person's phone, with what it shows.
    struct Phone {
        let transcript: Transcript
        /// The text of the opened app; nil while it isn't open.
        var app: String?
        /// The notices that the service has sent to the device; nil for none.
        var told: DeviceNotice?
    }

    let title: String
    /// Why it is worth a look.
    var remark: String?
    let phones: [Phone]
    /// The columns of each phone's drawing.
    var width = 32
    /// The expectations of the service that held.
    var findings: [String] = []
}
