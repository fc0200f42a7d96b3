import BoardDrawings
import RoundtableModel

/// Draws transcripts with characters: the owner's bubbles on the right, everybody else's on the left, live ones with a
/// double frame.
package struct TranscriptRenderer: Sendable {
    package var width: Int

    /// Makes a renderer; narrower than 16 columns nothing can be read.
    package init(width: Int = 38) {
        precondition(width >= 16, "a transcript needs 16 columns")
        self.width = width
    }

    /// Draws one transcript under its owner's name.
    package func lines(of transcript: Transcript) -> [String] {
        let title = "── \(transcript.owner.name)’s \(transcript.device.name) "
        let rule = String(repeating: "─", count: max(0, width - title.count))
        return [title + rule] + transcript.bubbles.flatMap { lines(of: $0, in: transcript) }
    }
}

extension TranscriptRenderer {
    private func lines(of bubble: Bubble, in transcript: Transcript) -> [String] {
        if transcript.isSummary(bubble) {
            return wrapped(bubble.texts.summary.printed(with: transcript.names), to: width - 2).map { "  \($0)" }
        }
        let box =
            transcript.liveContent(of: bubble).map(liveBox)
            ?? box(around: transcript.titles(of: bubble).map { [$0] } + transcript.captions(of: bubble))
        if bubble.sender == transcript.owner { return box.map { $0.padded(to: width, atFront: true) } }
        return [transcript.name(ofSender: bubble)] + box
    }

    private func box(around lines: [[String]]) -> [String] {
        let inner = width - 8
        let texts = lines.flatMap { line -> [String] in
            let room = inner - line.map(\.count).reduce(0, +)
            if line.count == 2, room > 1 { return [line.joined(separator: String(repeating: " ", count: room))] }
            return line.flatMap { wrapped($0, to: inner) }
        }
        let edge = String(repeating: "─", count: inner + 2)
        let body = texts.map { "│ \($0.padded(to: inner)) │" }
        return ["╭\(edge)╮"] + body + ["╰\(edge)╯"]
    }

    private func liveBox(around content: LiveContent) -> [String] {
        let inner = width - 4
        let texts = LiveDrawing.lines(of: content, width: inner).flatMap { line in
            line.count <= inner ? [line] : wrapped(line, to: inner)
        }
        let edge = String(repeating: "═", count: max(0, inner - 5))
        let body = texts.map { "║ \($0.padded(to: inner)) ║" }
        return ["╔═ live \(edge)╗"] + body + ["╚\(String(repeating: "═", count: inner + 2))╝"]
    }

    /// The lines of a text, in which a word that is too long goes on in the next line.
    private func wrapped(_ text: String, to columns: Int) -> [String] {
        let words = text.split(separator: " ").flatMap { word -> [Substring] in
            stride(from: 0, to: word.count, by: columns).map { word.dropFirst($0).prefix(columns) }
        }
        return words.joined(separator: " ").wrapped(to: columns).filter { !$0.isEmpty }
    }
}

/// Draws live bubbles with characters, as the app on one device would: from the view of its owner and nothing else.
///
/// NB: an app never learns the names in the owner's contacts, so others go by their nicknames.
enum LiveDrawing {
    /// The lines of the bubble: the board, as far as it can be drawn with characters, above the caption.
    static func lines(of content: LiveContent, width: Int) -> [String] {
        let board = content.view.map { BoardDrawing(of: $0.board, width: width).lines } ?? []
        return centred(board, in: width) + (board.isEmpty ? [] : [""]) + caption(of: content)
    }

    /// A board whose lines are all as long stands in the middle.
    private static func centred(_ board: [String], in width: Int) -> [String] {
        guard let first = board.first, board.allSatisfy({ $0.count == first.count }) else { return board }
        let margin = String(repeating: " ", count: max(0, (width - first.count) / 2))
        return board.map { margin + $0 }
    }

    /// The latest event, and whose turn it is.
    static func caption(of content: LiveContent) -> [String] {
        switch content {
        case .loading: ["…"]
        case .refused: ["This game is not shown to you."]
        case .showing(let view): [view.message?.summaryText, turn(in: view)].compactMap { $0 }
        }
    }

    /// A seat as the owner of the device is told of it.
    static func name(of seat: Int, in view: SessionView) -> String {
        guard seat != view.you, view.seats.indices.contains(seat) else { return "You" }
        return view.seats[seat].nickname ?? "Player \(seat + 1)"
    }

    private static func turn(in view: SessionView) -> String? {
        if let you = view.you, view.toAct.contains(you) { return "Your turn" }
        guard !view.toAct.isEmpty else { return nil }
        return "To act: " + view.toAct.map { name(of: $0, in: view) }.joined(separator: ", ")
    }
}
