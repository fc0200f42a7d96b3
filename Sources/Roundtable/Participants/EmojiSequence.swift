/// Emoji of several characters, found by the grammar of UTS #51, section 1.4.9: flags, keycaps, skin tones, joined
/// emoji and subdivision flags.
extension [Unicode.Scalar] {
    /// The index behind the emoji that begins at an index; nil if none does. A digit or a letter is none by itself.
    func endOfEmoji(at start: Int) -> Int? {
        if has(start, where: \.isRegionalIndicator) {
            return has(start + 1, where: \.isRegionalIndicator) ? start + 2 : nil
        }
        guard var end = endOfElement(at: start) else { return nil }
        while has(end, where: { $0 == "\u{200D}" }), let next = endOfElement(at: end + 1) { end = next }
        return end
    }

    /// The index behind an emoji with what modifies it.
    private func endOfElement(at start: Int) -> Int? {
        guard start < endIndex else { return nil }
        let next = start + 1
        let hasSelector = has(next) { $0 == "\u{FE0F}" }
        if self[start].isASCII {
            let isKeycap = hasSelector && has(next + 1) { $0 == "\u{20E3}" } && self[start].properties.isEmoji
            return isKeycap ? next + 2 : nil
        }
        guard self[start].properties.isEmoji else { return nil }
        if hasSelector || has(next, where: { $0 == "\u{FE0E}" || $0.properties.isEmojiModifier }) { return next + 1 }
        return endOfSubdivision(at: start) ?? next
    }

    /// The index behind the flag of a part of a country (ED-14a): a black flag, three to six letters and digits as
    /// tags, and the end of tags.
    private func endOfSubdivision(at start: Int) -> Int? {
        guard self[start] == "\u{1F3F4}" else { return nil }
        var end = start + 1
        while has(end, where: \.isTagOfSubdivision) { end += 1 }
        guard (3...6).contains(end - start - 1), has(end, where: { $0 == "\u{E007F}" }) else { return nil }
        return end + 1
    }

    private func has(_ index: Int, where condition: (Unicode.Scalar) -> Bool) -> Bool {
        index < endIndex && condition(self[index])
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// Whether it is the tag of a digit or a small letter.
    fileprivate var isTagOfSubdivision: Bool {
        (0xE0030...0xE0039).contains(value) || (0xE0061...0xE007A).contains(value)
    }
}
