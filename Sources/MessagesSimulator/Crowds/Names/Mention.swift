/// A place in a text where a person is named.
struct Mention: Sendable, Equatable {
    enum Name: Sendable, Equatable {
        /// A person, by the name that each reader has for them.
        case contact(Person)
        /// A nickname, “Player 2” or “A new player”.
        case fallback(String)

        var isContact: Bool {
            if case .contact = self { true } else { false }
        }
    }

    /// Whom the place is for.
    enum Role: Sendable, Equatable {
        case mover, next, winner, claimed
        /// One of those who have a seat, in a list of winners or points.
        case seated
    }

    let name: Name
    let role: Role
}

extension Mention {
    /// The mentions of an English text of the standard games, in order.
    static func all(in text: StagedText) -> [Mention] {
        let pieces = text.runs.flatMap(Piece.pieces)
        return pieces.indices.compactMap { index in
            guard case .name(let name) = pieces[index] else { return nil }
            let before = index > pieces.startIndex ? pieces[index - 1].words : ""
            let after = index + 1 < pieces.endIndex ? pieces[index + 1].words : ""
            return Mention(name: name, role: role(between: before, and: after))
        }
    }

    private static func role(between before: Substring, and after: Substring) -> Role {
        if after.hasPrefix(" to play") || after.hasPrefix(" to pass") { return .next }
        if before.hasSuffix(" confirm that ") { return .claimed }
        if before.hasSuffix(": ") && after.hasPrefix(" won") { return .winner }
        let isListed = listings.contains { before.hasSuffix($0) }
        return isListed || after.hasPrefix(": ") || after.hasPrefix(" won at Yacht") || after.starts(with: /\s\d/)
            ? .seated : .mover
    }

    /// The words before somebody in a list of those who have a seat.
    private static let listings = ["Boxes: ", "inner: ", "inners: ", "Best of the round: ", "won by ", ", ", "; "]

    /// A part of a text: words, or a name.
    private enum Piece: Equatable {
        case words(Substring)
        case name(Name)

        var words: Substring {
            switch self {
            case .words(let words): words
            case .name: ""
            }
        }

        static func pieces(of run: StagedText.Run) -> [Piece] {
            switch run {
            case .name(let person): return [.name(.contact(person))]
            case .text(let text): return pieces(of: text)
            }
        }

        nonisolated(unsafe) private static let fallback = /Player \d+|A new player|Nick \p{Lu}\p{Ll}*(?: \d+)?/

        private static func pieces(of text: String) -> [Piece] {
            var pieces: [Piece] = []
            var end = text.startIndex
            for match in text.matches(of: fallback) {
                pieces += [.words(text[end..<match.range.lowerBound]), .name(.fallback(String(match.output)))]
                end = match.range.upperBound
            }
            return (pieces + [.words(text[end...])]).filter { $0 != .words("") }
        }
    }
}
