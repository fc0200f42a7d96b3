extension String {
    /// The slips of typing in a text for people, in any language that is written with spaces.
    ///
    /// NB: a colon may have a space before it, as in a score.
    public var slips: [String] {
        let slips: [(String, Bool)] = [
            ("is empty", allSatisfy(\.isWhitespace)),
            ("begins with a space", first?.isWhitespace == true),
            ("ends with a space", last?.isWhitespace == true),
            ("has two spaces in a row", contains(/\s\s/)),
            ("has a line break or a tab", contains(/[\n\r\t]/)),
            ("has a space before a mark", contains(/\s[,.;!?،؛؟]/)),
            ("has a typewriter’s quotation mark", contains(/['"]/)),
            ("has three dots for an ellipsis", contains("...")),
        ]
        return slips.filter(\.1).map(\.0)
    }

    /// Whether a text ends as a sentence does.
    public var isWholeSentence: Bool { last.map { ".?!…؟".contains($0) } ?? false }
}
