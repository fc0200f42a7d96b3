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

    /// Whether it may change the order of what stands around it in a line from left to right: words with anything but
    /// ASCII and letters that are written from left to right. What Messages puts in place of an attribution is unknown.
    var mayTurnLine: Bool {
        guard case .words(let words) = self, words.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return !words.unicodeScalars.allSatisfy(\.isPlainlyLeftToRight)
    }
}

extension Unicode.Scalar {
    /// Whether it is ASCII, or a letter or mark outside the blocks of scripts that are written from right to left. All
    /// such letters have the bidirectional class L (UAX #9), and all such marks that of their letter.
    fileprivate var isPlainlyLeftToRight: Bool {
        switch value {
        case 0..<0x80: return true
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return false
        default: break
        }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }
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
