import BoardDrawings
import Foundation
import MessagesSimulator
import ProgramOutput
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

    func introduce(_ scene: DemoScene) throws {
        try write(
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
        try write((isTerminal ? drawn(step, number: number) : listed(step, number: number)) + "\n\n")
    }

    /// Writes at once, also into a pipe.
    func write(_ text: String) throws { try Output.draw(text) }

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

/// Phones drawn next to each other with characters, each with the opened app below its transcript.
struct DemoDrawing {
    private let style: TerminalStyle
    private let renderer: TranscriptRenderer
    private let gap = "  "

    init(style: TerminalStyle, width: Int) {
        self.style = style
        renderer = TranscriptRenderer(width: width)
    }

    func sideBySide(_ phones: [DemoStep.Phone]) -> [String] {
        let transcripts = rows(of: phones.map { renderer.lines(of: $0.transcript).map(painted) })
        let below = phones.map { filled(.app, $0.app) + filled(.finding, $0.told.map { "◉ \($0.line)" }) }
        return below.allSatisfy(\.isEmpty) ? transcripts : transcripts + [""] + rows(of: below)
    }

    private func rows(of columns: [[String]]) -> [String] {
        let height = columns.map(\.count).max() ?? 0
        let blank = String(repeating: " ", count: renderer.width)
        return (0..<height).map { row in
            columns.map { row < $0.count ? $0[row] : blank }.joined(separator: gap)
        }
    }

    /// A line of a transcript, in the style of what it is part of, filled up to the column's width.
    ///
    /// The renderer puts boxes of the owner's own at the right, everybody else's at the left, and indents summaries by
    /// two. Live boxes are as wide as the phone.
    private func painted(_ line: String) -> String {
        let indentation = line.prefix { $0 == " " }.count
        let isBox = line.dropFirst(indentation).first.map { "╭│╰".contains($0) } ?? false
        if line.first.map({ "╔║╚".contains($0) }) ?? false { return style(.liveBubble, padded(line)) }
        let part: TerminalStyle.Part =
            switch indentation {
            case 0 where line.first == "─": .phone
            case 0: isBox ? .othersBubble : .sender
            default: isBox ? .ownBubble : .summary
            }
        return style(part, padded(line))
    }

    private func filled(_ part: TerminalStyle.Part, _ text: String?) -> [String] {
        text?.wrapped(to: renderer.width - 2).map { style(part, padded(" \($0)")) } ?? []
    }

    private func padded(_ line: String) -> String { line.padded(to: renderer.width) }
}

/// The looks of a drawing's parts in a terminal: the colours of Messages, as far as sixteen colours go.
struct TerminalStyle: Sendable {
    enum Part {
        case title, number, remark, phone, sender, ownBubble, othersBubble, liveBubble, summary, app, finding
    }

    /// Whether escape sequences are written; without them the text stays plain.
    let hasColour: Bool

    func callAsFunction(_ part: Part, _ text: String) -> String {
        hasColour ? "\u{1B}[\(attributes(of: part))m\(text.printable)\u{1B}[0m" : text.printable
    }

    /// Parameters of “select graphic rendition” (ECMA-48, 8.3.117).
    private func attributes(of part: Part) -> String {
        switch part {
        case .title, .phone: "1"
        case .number: "1;7"
        case .remark, .sender, .summary: "2"
        case .ownBubble: "94"
        case .othersBubble: "0"
        case .liveBubble: "96"
        case .app: "7"
        case .finding: "1;32"
        }
    }
}
