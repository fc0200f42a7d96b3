/// A place in a text where a person is named.
struct Mention: Sendable, Equatable {
    enum Name: Sendable, Equatable {
        /// A person, by the name that each reader has for them.
        case contact(Person)
        /// A nickname, “Player 2” or “A new player”.
        case fallback(String)
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
        var names: [Name] = []
        // The words before each name, and those after the last.
        var words = [""]
        func add(_ name: Name) {
            names.append(name)
            words.append("")
        }
        for run in text.runs {
            switch run {
            case .name(let person): add(.contact(person))
            case .text(let text):
                var end = text.startIndex
                for match in text.matches(of: fallback) {
                    words[names.count] += text[end..<match.range.lowerBound]
                    add(.fallback(String(match.output)))
                    end = match.range.upperBound
                }
                words[names.count] += text[end...]
            }
        }
        return names.enumerated().map { index, name in
            Mention(name: name, role: role(between: words[index], and: words[index + 1]))
        }
    }

    nonisolated(unsafe) private static let fallback = /Player \d+|A new player|Nick \p{Lu}\p{Ll}*(?: \d+)?/

    private static func role(between before: String, and after: String) -> Role {
        if after.hasPrefix(" to play") || after.hasPrefix(" to pass") { return .next }
        if before.hasSuffix(" confirm that ") { return .claimed }
        if before.hasSuffix(": ") && after.hasPrefix(" won") { return .winner }
        let isListed = listings.contains { before.hasSuffix($0) }
        return isListed || after.hasPrefix(": ") || after.hasPrefix(" won at Yacht") || after.starts(with: /\s\d/)
            ? .seated : .mover
    }

    /// The words before somebody in a list of those who have a seat.
    private static let listings = ["Boxes: ", "inner: ", "inners: ", "Best of the round: ", "won by ", ", ", "; "]
}
