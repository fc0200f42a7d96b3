@_spi(Roundtable) import GameRules

/// A piece of one text. One that comes from people, games or apps is neutralised; only an attribution is not.
struct TextPiece: Hashable {
    /// The kinds of pieces, each of which is shortened in its own way.
    fileprivate enum Kind { case text, words, attribution, isolate, endIsolate }

    fileprivate let kind: Kind
    fileprivate let string: String

    /// The catalog's own words.
    static func text(_ text: NeutralisedText) -> TextPiece { TextPiece(kind: .text, string: text.string) }

    /// Words that somebody wrote, or a name.
    static func words(_ words: NeutralisedText) -> TextPiece { TextPiece(kind: .words, string: words.string) }

    /// The `$UUID` that Messages replaces by a name: whole or not there.
    static func attribution(of participant: ParticipantID) -> TextPiece {
        TextPiece(kind: .attribution, string: participant.attribution)
    }

    /// The begin of what is written in its own direction, whatever stands around it.
    static var isolate: TextPiece { TextPiece(kind: .isolate, string: "\u{2068}") }

    /// The end of what is written in its own direction.
    static var endIsolate: TextPiece { TextPiece(kind: .endIsolate, string: "\u{2069}") }

    /// Whether it may change the order of what stands around it in a line from left to right: words with anything but
    /// ASCII and letters that are written from left to right. What Messages puts in place of an attribution is unknown.
    var mayTurnLine: Bool {
        guard kind == .words, string.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return !string.unicodeScalars.allSatisfy(\.isPlainlyLeftToRight)
    }
}

/// One text as it is written, piece by piece. What the pieces are is kept, for one that is too long.
struct ComposedLine {
    /// NB: bytes, for a string asks at each of its parts how it is stored.
    private var bytes: [UInt8] = []
    private var parts: [(kind: TextPiece.Kind, size: Int)] = []

    /// An empty line with room for most.
    init() {
        bytes.reserveCapacity(500)
        parts.reserveCapacity(60)
    }

    private init(bytes: ArraySlice<UInt8>, parts: ArraySlice<(kind: TextPiece.Kind, size: Int)>) {
        self.bytes = Array(bytes)
        self.parts = Array(parts)
    }

    /// Adds a piece at the end.
    static func += (line: inout ComposedLine, piece: TextPiece) {
        let utf8 = piece.string.utf8
        if utf8.withContiguousStorageIfAvailable({ line.bytes.append(contentsOf: $0) }) == nil {
            line.bytes.append(contentsOf: utf8)
        }
        line.parts.append((piece.kind, utf8.count))
    }

    /// Adds what another line says.
    static func += (line: inout ComposedLine, other: ComposedLine) {
        line.bytes += other.bytes
        line.parts += other.parts
    }

    /// Makes the line empty, to write another text.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
    }

    /// The numbers of its bytes and of its pieces.
    var size: (bytes: Int, pieces: Int) { (bytes.count, parts.count) }

    /// The part of the line behind a size that it had.
    func suffix(from start: (bytes: Int, pieces: Int)) -> ComposedLine {
        ComposedLine(bytes: bytes[start.bytes...], parts: parts[start.pieces...])
    }

    /// The text, with no more characters than fit.
    ///
    /// If it is too long, somebody's words are cut first, so that the sentence survives; then its end. What can't be
    /// shown is not measured, so that the time depends on the limit, and on a longer line no more than joining it does.
    func text(limit: Int) -> String {
        // NB: no text has more characters than bytes, and most of them are short.
        guard bytes.count > limit, greatestLength > limit else { return String(decoding: bytes, as: UTF8.self) }
        let pieces = pieces
        return (pieces.shortest(beyond: limit)?.truncated(to: limit) ?? pieces.shorteningWords(to: limit))
            .map(\.string).joined()
    }

    /// At least its length, and found at once.
    private var greatestLength: Int {
        parts.reduce(0) { length, part in
            switch part.kind {
            case .text, .words: length + part.size
            case .attribution: length + TextLimits.name
            case .isolate, .endIsolate: length
            }
        }
    }

    private var pieces: [TextPiece] {
        var rest = bytes[...]
        return parts.map { part in
            defer { rest.removeFirst(part.size) }
            return TextPiece(kind: part.kind, string: String(decoding: rest.prefix(part.size), as: UTF8.self))
        }
    }
}

extension [TextPiece] {
    /// The beginning with all words cut as far as they may be, up to the first piece that does not fit; nil if all
    /// pieces fit then.
    fileprivate func shortest(beyond limit: Int) -> [TextPiece]? {
        var line: [TextPiece] = []
        var length = 0
        for piece in self {
            let shortest = piece.shortest
            line.append(shortest)
            length += shortest.length(upTo: limit + 1)
            if length > limit { return line }
        }
        return nil
    }

    /// The line with words cut until it fits, the longest first; each piece is measured once.
    fileprivate func shorteningWords(to limit: Int) -> [TextPiece] {
        let lengths = map { $0.length(upTo: .max) }
        var excess = lengths.reduce(-limit, +)
        guard excess > 0 else { return self }
        var line = self
        for index in indices.sorted(by: { lengths[$0] > lengths[$1] }) {
            guard excess > 0 else { break }
            guard self[index].kind == .words, lengths[index] > TextLimits.fewestWords else { continue }
            let cut = self[index].truncated(to: Swift.max(TextLimits.fewestWords, lengths[index] - excess))
            line[index] = cut
            excess -= lengths[index] - cut.string.count
        }
        return line
    }

    /// As many pieces as fit, and of the first that does not its beginning; every isolate that began ends.
    fileprivate func truncated(to limit: Int) -> [TextPiece] {
        var line: [TextPiece] = []
        var room = limit - 1
        var isolates = 0
        for piece in self {
            let length = piece.length(upTo: room + 1)
            guard length <= room else {
                line.append(piece.truncated(to: room + 1))
                break
            }
            line.append(piece)
            room -= length
            isolates += piece.kind == .isolate ? 1 : piece.kind == .endIsolate ? -1 : 0
        }
        return line + Array(repeating: .endIsolate, count: isolates)
    }
}

extension TextPiece {
    /// Its length, measured no further than to a bound.
    fileprivate func length(upTo bound: Int) -> Int {
        switch kind {
        case .text, .words: string.length(upTo: bound)
        case .attribution: TextLimits.name
        case .isolate, .endIsolate: 0
        }
    }

    /// Words cut as far as they may be; anything else as it is.
    fileprivate var shortest: TextPiece {
        guard kind == .words, string.length(upTo: TextLimits.fewestWords + 1) > TextLimits.fewestWords else {
            return self
        }
        return truncated(to: TextLimits.fewestWords)
    }

    /// The beginning of what may be cut, with a sign that there was more; else the sign alone.
    fileprivate func truncated(to length: Int) -> TextPiece {
        switch kind {
        case .text, .words: TextPiece(kind: kind, string: String(string.prefix(length - 1)).trimmingEnd + "…")
        case .attribution, .isolate, .endIsolate: .text("…")
        }
    }
}

extension String {
    /// The number of characters, counted no further than to a bound.
    fileprivate func length(upTo bound: Int) -> Int {
        var length = 0
        var rest = self[...]
        while length < bound, rest.popFirst() != nil { length += 1 }
        return length
    }

    fileprivate var trimmingEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
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
