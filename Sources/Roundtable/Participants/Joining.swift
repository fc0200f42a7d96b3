/// Where a joiner (U+200D) or a non-joiner (U+200C) changes how letters are written, by RFC 5892, appendices A.1 and
/// A.2.
extension [Unicode.Scalar] {
    /// Whether the joiner or non-joiner at an index makes a difference: behind a virama, or, for a non-joiner, between
    /// letters that would join.
    func hasUsefulJoiner(at index: Int) -> Bool {
        guard index > 0 else { return false }
        if self[index - 1].properties.canonicalCombiningClass.rawValue == 9 { return true }
        guard self[index] == "\u{200C}", let before = self[..<index].last(where: { !$0.isTransparent }),
            let after = self[(index + 1)...].first(where: { !$0.isTransparent })
        else { return false }
        return joiningForwards.contains { $0.contains(before.value) }
            && joiningBackwards.contains { $0.contains(after.value) }
    }
}

extension Unicode.Scalar {
    /// Whether letters join across it (joining type T): a mark, or what shows nothing.
    fileprivate var isTransparent: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }
}

private let joiningForwards = ranges(UnicodeTables.joiningForwards)
private let joiningBackwards = ranges(UnicodeTables.joiningBackwards)

private func ranges(_ text: String) -> [ClosedRange<UInt32>] {
    text.split(separator: " ").compactMap { range in
        let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        return ends.first.flatMap { first in ends.last.map { first...$0 } }
    }
}
