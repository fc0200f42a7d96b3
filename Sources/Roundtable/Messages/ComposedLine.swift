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
    /// If it is too long, somebody's words are cut first, so that the sentence survives; then its end.
    func text(limit: Int) -> String {
        // NB: no text has more characters than bytes, and most of them are short.
        guard size > limit, length > limit else { return joined }
        return shorteningWords(to: limit).truncated(to: limit).joined
    }

    private var size: Int { pieces.reduce(0) { $0 + $1.size } }

    private var length: Int { pieces.reduce(0) { $0 + $1.length } }

    private func shorteningWords(to limit: Int) -> ComposedLine {
        var line = self
        let longestFirst = pieces.indices.sorted { pieces[$0].length > pieces[$1].length }
        for index in longestFirst {
            let excess = line.length - limit
            guard excess > 0, case .words(let words) = pieces[index], words.count > TextLimits.fewestWords else {
                continue
            }
            line.pieces[index] = .words(words.truncated(to: max(TextLimits.fewestWords, words.count - excess)))
        }
        return line
    }

    /// As many pieces as fit; every isolate that began ends.
    private func truncated(to limit: Int) -> ComposedLine {
        guard length > limit else { return self }
        var line = ComposedLine()
        var room = limit - 1
        var isCut = false
        for piece in pieces {
            switch piece {
            case .isolate where isCut: line += .isolate
            case .isolate, .endIsolate: line += piece
            case _ where isCut: continue
            case _ where piece.length <= room:
                line += piece
                room -= piece.length
            case .text(let text), .words(let text):
                line += .text(String(text.prefix(room)).trimmingEnd + "…")
                isCut = true
            case .attribution:
                line += .text("…")
                isCut = true
            }
        }
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

    fileprivate var length: Int {
        switch self {
        case .text(let text), .words(let text): text.count
        case .attribution: TextLimits.name
        case .isolate, .endIsolate: 0
        }
    }
}

extension String {
    /// The beginning, with a sign that there was more.
    fileprivate func truncated(to length: Int) -> String { String(prefix(length - 1)).trimmingEnd + "…" }

    fileprivate var trimmingEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }

    /// Each `$` before eight hexadecimal digits or a parenthesis becomes its full-width form; a price stays a price.
    ///
    /// NB: scalar by scalar; what is piled on a `$`, or is invisible, makes no other character of it.
    fileprivate func disarmed() -> String {
        guard utf8.contains(UInt8(ascii: "$")) else { return self }
        let scalars = Array(unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let following = scalars[(index + 1)...].lazy.filter { !$0.isOverlooked }.prefix(8)
            let isArmed = following.first == "(" || following.count { $0.properties.isASCIIHexDigit } == 8
            result.append(scalar == "$" && isArmed ? "\u{FF04}" : scalar)
        }
        return String(result)
    }
}
