import BoardDrawings
import MessagesSimulator

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
