@_spi(Roundtable) import GameRules

/// A piece of one text. One that comes from people, games or apps is neutralised; only an attribution is not.
struct TextPiece: Hashable {
    /// The kinds of pieces, each of which is shortened in its own way.
    fileprivate enum Kind: UInt32 {
        case text, words, attribution, isolate, endIsolate

        /// At least the length of a piece of so many bytes, found at once.
        func greatestLength(ofBytes bytes: Int) -> Int {
            switch self {
            case .text, .words: bytes
            case .attribution: TextLimits.name
            case .isolate, .endIsolate: 0
            }
        }
    }

    fileprivate let kind: Kind
    let string: String

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

    static var endIsolate: TextPiece { TextPiece(kind: .endIsolate, string: "\u{2069}") }

    /// Whether it may change the order of what stands around it in a line from left to right: words with anything but
    /// ASCII and letters that are written from left to right. What Messages puts in place of an attribution is unknown.
    var mayTurnLine: Bool {
        guard kind == .words, string.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        return !string.unicodeScalars.allSatisfy(\.isPlainlyLeftToRight)
    }
}

/// Texts as they are written, one behind the other and piece by piece. Names are not in them yet: each has a place,
/// which is filled for the reader. What the pieces are is kept, for a text that is too long.
struct ComposedLine: Sendable {
    typealias Person = TextTemplate.Place

    /// A position between two pieces.
    struct Position: Sendable {
        fileprivate(set) var bytes = 0
        fileprivate(set) var parts = 0
        fileprivate(set) var names = 0
    }

    /// A piece; one without a kind is a place for a name. NB: in four bytes, for lines are kept.
    private struct Part {
        private let kindAndSize: UInt32

        init(_ kind: TextPiece.Kind?, size: Int) { kindAndSize = UInt32(size) << 3 | (kind?.rawValue ?? 7) }

        var kind: TextPiece.Kind? { TextPiece.Kind(rawValue: kindAndSize & 7) }
        var size: Int { Int(kindAndSize >> 3) }
    }

    /// A place for a name, in a text of a direction, behind so many bytes.
    private typealias NamePlace = (person: Person, direction: TextDirection, offset: Int)

    /// NB: bytes, for a string asks at each of its parts how it is stored.
    private var bytes: [UInt8] = []
    private var parts: [Part] = []
    private var names: [NamePlace] = []

    init(bytes: Int = 0, parts: Int = 0, names: Int = 0) {
        self.bytes.reserveCapacity(bytes)
        self.parts.reserveCapacity(parts)
        self.names.reserveCapacity(names)
    }

    static func += (line: inout ComposedLine, piece: TextPiece) {
        let utf8 = piece.string.utf8
        if utf8.withContiguousStorageIfAvailable({ line.bytes.append(contentsOf: $0) }) == nil {
            line.bytes.append(contentsOf: utf8)
        }
        line.parts.append(Part(piece.kind, size: utf8.count))
    }

    mutating func addName(of person: Person, within direction: TextDirection) {
        names.append((person, direction, bytes.count))
        parts.append(Part(nil, size: 0))
    }

    /// The people whose names its places are for, in the order of the places.
    var people: some Sequence<Person> { names.lazy.map(\.person) }

    var end: Position { Position(bytes: bytes.count, parts: parts.count, names: names.count) }

    /// The memory that it takes, in bytes.
    var memory: Int {
        bytes.capacity + parts.capacity * MemoryLayout<Part>.stride + names.capacity * MemoryLayout<NamePlace>.stride
    }

    /// A text between two positions, each name in its place, with no more characters than fit.
    ///
    /// If it is too long, somebody's words are cut first, so that the sentence survives; then its end. What can't be
    /// shown is not measured, so that the time depends on the limit, and on a longer text no more than joining it does.
    ///
    /// - Parameter end: nil for the end of the line.
    func text(
        from start: Position = Position(), to end: Position? = nil, limit: Int, names: [TextPiece]
    ) -> String {
        let end = end ?? self.end
        let filling = names[start.names..<end.names]
        // NB: no text has more characters than bytes, and most of them are short.
        let most = filling.reduce(end.bytes - start.bytes) { $0 + $1.greatestLength }
        guard most > limit, greatestLength(from: start, to: end, filling) > limit else {
            return text(from: start, to: end, filling)
        }
        let pieces = pieces(from: start, to: end, filling)
        return (pieces.shortest(beyond: limit)?.truncated(to: limit) ?? pieces.shorteningWords(to: limit))
            .map(\.string).joined()
    }

    private func text(from start: Position, to end: Position, _ filling: ArraySlice<TextPiece>) -> String {
        guard !filling.isEmpty else { return String(decoding: bytes[start.bytes..<end.bytes], as: UTF8.self) }
        let room = filling.reduce(end.bytes - start.bytes) { $0 + $1.string.utf8.count + 2 * TextPiece.isolateSize }
        return String(unsafeUninitializedCapacity: room) { buffer in
            var filled = 0
            func add(_ bytes: some Collection<UInt8>) {
                filled = buffer[filled...].initialize(fromContentsOf: bytes)
            }
            var done = start.bytes
            for (place, name) in zip(names[start.names..<end.names], filling) {
                add(bytes[done..<place.offset])
                done = place.offset
                let isIsolated = name.isIsolated(in: place.direction)
                if isIsolated { add(TextPiece.isolate.string.utf8) }
                add(name.string.utf8)
                if isIsolated { add(TextPiece.endIsolate.string.utf8) }
            }
            add(bytes[done..<end.bytes])
            return filled
        }
    }

    private func greatestLength(from start: Position, to end: Position, _ filling: ArraySlice<TextPiece>) -> Int {
        parts[start.parts..<end.parts].reduce(filling.reduce(0) { $0 + $1.greatestLength }) { length, part in
            length + (part.kind?.greatestLength(ofBytes: part.size) ?? 0)
        }
    }

    private func pieces(from start: Position, to end: Position, _ filling: ArraySlice<TextPiece>) -> [TextPiece] {
        var rest = bytes[start.bytes..<end.bytes]
        var places = zip(names[start.names..<end.names], filling).makeIterator()
        var pieces: [TextPiece] = []
        for part in parts[start.parts..<end.parts] {
            if let kind = part.kind {
                pieces.append(TextPiece(kind: kind, string: String(decoding: rest.prefix(part.size), as: UTF8.self)))
                rest.removeFirst(part.size)
            } else if let (place, name) = places.next() {
                pieces += name.isIsolated(in: place.direction) ? [.isolate, name, .endIsolate] : [name]
            }
        }
        return pieces
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
    /// The number of bytes of a sign that isolates.
    fileprivate static let isolateSize = 3

    /// Whether a line of a direction would tear it, or be torn by it.
    func isIsolated(in direction: TextDirection) -> Bool { direction == .rightToLeft || mayTurnLine }

    fileprivate var greatestLength: Int { kind.greatestLength(ofBytes: string.utf8.count) }

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
