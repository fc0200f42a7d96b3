/// A piece of one text.
enum TextPiece: Hashable {
    /// The catalog's own words.
    case text(String)
    /// Words that somebody wrote, or a name.
    case words(String)
    /// A `$UUID` that Messages replaces by a name: whole or not there.
    case attribution(String)
    /// The begin and the end of what is written in its own direction, whatever stands around it.
    case isolate, endIsolate
}

/// One text as it is written, piece by piece.
protocol TextLine {
    typealias Piece = TextPiece

    /// Adds a piece at the end.
    static func += (line: inout Self, piece: Piece)
    /// Has something added, and tells it as one text that may be added again; nil if it must stay in pieces.
    mutating func noting(_ add: (inout Self) -> Void) -> String?
}

/// One text in one piece, as nearly all can be written: short enough, and without a dollar sign but those of
/// attributions.
struct FlatLine: TextLine {
    /// NB: bytes, for a string asks at each of its parts how it is stored.
    private var bytes: [UInt8] = []
    private var attributions = 0

    init() { bytes.reserveCapacity(120) }

    static func += (line: inout FlatLine, piece: Piece) {
        switch piece {
        case .text(let words), .words(let words): line.bytes.append(contentsOf: words.utf8)
        case .attribution(let name):
            line.bytes.append(contentsOf: name.utf8)
            line.attributions += 1
        case .isolate: line.bytes.append(contentsOf: "\u{2068}".utf8)
        case .endIsolate: line.bytes.append(contentsOf: "\u{2069}".utf8)
        }
    }

    mutating func noting(_ add: (inout FlatLine) -> Void) -> String? {
        let start = bytes.count
        add(&self)
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    /// The text; nil if it must be looked at piece by piece. No text has more characters than bytes.
    func text(limit: Int) -> String? {
        guard bytes.count <= limit else { return nil }
        let dollarSigns = bytes.reduce(0) { $0 &+ ($1 == UInt8(ascii: "$") ? 1 : 0) }
        return dollarSigns == attributions ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
