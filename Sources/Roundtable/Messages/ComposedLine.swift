/// One text in pieces, as long as it matters where each comes from: to shorten it, and to join it without accidents.
struct ComposedLine: TextLine {
    private(set) var pieces: [Piece] = []

    static func += (line: inout ComposedLine, piece: Piece) { line.pieces.append(piece) }

    mutating func noting(_ add: (inout ComposedLine) -> Void) -> String? {
        add(&self)
        return nil
    }

    /// The text, with no more characters than fit.
    ///
    /// If it is too long, somebody's words are cut first, so that the sentence survives; then its end. What can't be
    /// shown is not measured, so that the time depends on the limit, and on a longer line no more than joining it does.
    func text(limit: Int) -> String {
        // NB: no text has more characters than bytes, and most of them are short.
        guard size > limit else { return joined }
        return (shortest(beyond: limit)?.truncated(to: limit) ?? shorteningWords(to: limit)).joined
    }

    private var size: Int { pieces.reduce(0) { $0 + $1.size } }

    /// The beginning with all words cut as far as they may be, up to the first piece that does not fit; nil if all
    /// pieces fit then.
    private func shortest(beyond limit: Int) -> ComposedLine? {
        var line = ComposedLine()
        var length = 0
        for piece in pieces {
            let shortest = piece.shortest
            line += shortest
            length += shortest.length(upTo: limit + 1)
            if length > limit { return line }
        }
        return nil
    }

    /// The line with words cut until it fits, the longest first; each piece is measured once.
    private func shorteningWords(to limit: Int) -> ComposedLine {
        let lengths = pieces.map { $0.length(upTo: .max) }
        var excess = lengths.reduce(-limit, +)
        guard excess > 0 else { return self }
        var line = self
        for index in pieces.indices.sorted(by: { lengths[$0] > lengths[$1] }) {
            guard excess > 0 else { break }
            guard case .words(let words) = pieces[index], lengths[index] > TextLimits.fewestWords else { continue }
            let cut = words.truncated(to: max(TextLimits.fewestWords, lengths[index] - excess))
            line.pieces[index] = .words(cut)
            excess -= lengths[index] - cut.count
        }
        return line
    }

    /// As many pieces as fit, and of the first that does not its beginning; every isolate that began ends.
    private func truncated(to limit: Int) -> ComposedLine {
        var line = ComposedLine()
        var room = limit - 1
        var isolates = 0
        for piece in pieces {
            let length = piece.length(upTo: room + 1)
            if length <= room {
                line += piece
                room -= length
                isolates += piece == .isolate ? 1 : piece == .endIsolate ? -1 : 0
                continue
            }
            switch piece {
            case .text(let text), .words(let text): line += .text(String(text.prefix(room)).trimmingEnd + "…")
            case .attribution, .isolate, .endIsolate: line += .text("…")
            }
            break
        }
        for _ in 0..<isolates { line += .endIsolate }
        return line
    }

    /// The pieces in one. No `$` but an attribution's own is left before what might be taken for a UUID or a `(`, also
    /// if only the joining put them together.
    private var joined: String {
        var result = ""
        var run = ""
        for piece in pieces {
            switch piece {
            case .text(let text), .words(let text): run += text
            case .isolate: run += "\u{2068}"
            case .endIsolate: run += "\u{2069}"
            case .attribution(let name):
                result += run.disarmed() + name
                run = ""
            }
        }
        return result + run.disarmed()
    }
}

extension TextPiece {
    /// At least its length, and found at once.
    fileprivate var size: Int {
        switch self {
        case .text(let text), .words(let text): text.utf8.count
        case .attribution: TextLimits.name
        case .isolate, .endIsolate: 0
        }
    }

    /// Its length, measured no further than to a bound.
    fileprivate func length(upTo bound: Int) -> Int {
        switch self {
        case .text(let text), .words(let text): text.length(upTo: bound)
        case .attribution: TextLimits.name
        case .isolate, .endIsolate: 0
        }
    }

    /// Words cut as far as they may be; anything else as it is.
    fileprivate var shortest: TextPiece {
        guard case .words(let words) = self, words.length(upTo: TextLimits.fewestWords + 1) > TextLimits.fewestWords
        else { return self }
        return .words(words.truncated(to: TextLimits.fewestWords))
    }
}

extension String {
    /// The beginning, with a sign that there was more.
    fileprivate func truncated(to length: Int) -> String { String(prefix(length - 1)).trimmingEnd + "…" }

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

    /// Each `$` before eight hexadecimal digits or a parenthesis becomes its full-width form; a price stays a price.
    ///
    /// NB: scalar by scalar; what is piled on a `$`, or is invisible, makes no other character of it. From the end, so
    /// that no scalar is looked at twice.
    fileprivate func disarmed() -> String {
        guard utf8.contains(UInt8(ascii: "$")) else { return self }
        var reversed = String.UnicodeScalarView()
        var digits = 0
        var isBeforeParenthesis = false
        for scalar in unicodeScalars.reversed() {
            reversed.append(scalar == "$" && (isBeforeParenthesis || digits >= 8) ? "\u{FF04}" : scalar)
            if scalar.isOverlooked { continue }
            isBeforeParenthesis = scalar == "("
            digits = scalar.properties.isASCIIHexDigit ? digits + 1 : 0
        }
        return String(String.UnicodeScalarView(reversed.reversed()))
    }
}
