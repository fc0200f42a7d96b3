import JSON

/// Texts of requests, of no more bytes than they may be sent in; longer ones are refused before they are looked at.
extension JSONElement {
    /// The most bytes of a text without a bound of its own.
    static var longestText: Int { GameJSON.Bounds.usual.bytes }

    /// The language of composed texts, a tag such as `en-GB`.
    func locale() throws(JSONError) -> String? {
        try readIfPresent("locale", atMost: LanguageTag.maximumLength)
    }

    /// The name that a player goes by.
    func nickname() throws(JSONError) -> String? { try readIfPresent("nickname", atMost: Self.longestText) }
}
