/// A piece of one text.
enum TextPiece: Hashable {
    /// The catalog's own words.
    case text(String)
    /// Words that somebody wrote, or a name.
    case words(String)
    /// What Messages replaces by a name: whole or not there.
    case attribution(String)
    /// The begin and the end of what is written in its own direction, whatever stands around it.
    case isolate, endIsolate
}

/// One text as it is written, piece by piece.
protocol TextLine {
    typealias Piece = TextPiece

    /// Adds a piece at the end.
    static func += (line: inout Self, piece: Piece)
}

/// One text as nearly all of them are: short enough, and without a dollar sign but those of attributions.
struct PlainLine: TextLine {
    private var text = ""
    private var attributions = 0

    init() { text.reserveCapacity(120) }

    @inline(__always)
    static func += (line: inout PlainLine, piece: Piece) {
        switch piece {
        case .text(let words), .words(let words): line.text += words
        case .attribution(let name):
            line.text += name
            line.attributions += 1
        case .isolate: line.text += "\u{2068}"
        case .endIsolate: line.text += "\u{2069}"
        }
    }

    /// The text; nil if it must be looked at piece by piece. No text has more characters than bytes.
    func text(limit: Int) -> String? {
        guard text.utf8.count <= limit else { return nil }
        return text.utf8.count { $0 == UInt8(ascii: "$") } == attributions ? text : nil
    }
}
