extension String {
    /// As many combining marks as any script puts on one letter (Unicode Standard Annex #15, section 13).
    private static var longestRun: Int { 30 }
    /// A starter that shows nothing and joins nothing: the combining grapheme joiner.
    private static var separator: Unicode.Scalar { "\u{034F}" }

    /// A text in the Stream-Safe Text Format of Unicode Standard Annex #15: of more than 30 combining marks in a row,
    /// each 30 are set apart by a U+034F.
    ///
    /// To compare or to hash a text takes time that grows with the square of such a run. What comes from strangers is
    /// read like this, so that whatever is done with it afterwards is linear in its length.
    init(streamSafe utf8: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: utf8, as: UTF8.self)
        // The first combining mark, U+0300, is CC 80 in UTF-8; a run that is too long has more than sixty bytes.
        guard utf8.count > 2 * Self.longestRun, utf8.contains(where: { $0 >= 0xCC }), hasLongRun else { return }
        var safe = String.UnicodeScalarView()
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isCombining ? run + 1 : 0
            if run > Self.longestRun {
                safe.append(Self.separator)
                run = 1
            }
            safe.append(scalar)
        }
        self = String(safe)
    }

    private var hasLongRun: Bool {
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isCombining ? run + 1 : 0
            if run > Self.longestRun { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    fileprivate var isCombining: Bool { value >= 0x300 && properties.canonicalCombiningClass != .notReordered }
}
