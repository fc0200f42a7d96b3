@_spi(Roundtable) import RoundtableJSON

/// Texts of requests, of no more bytes than they may be sent in; longer ones are refused before they are looked at.
extension JSONElement {
    /// The most bytes of a text without a bound of its own.
    static var longestText: Int { GameJSON.Bounds.usual.bytes }

    /// The language of composed texts, a tag such as `en-GB`, or a name of Apple's such as `en_GB@calendar=japanese`.
    func locale() throws(JSONError) -> String? {
        guard let element = try readIfPresent("locale", as: JSONElement.self) else { return nil }
        let locale = try element.string(atMost: LanguageTag.maximumLength)
        guard LanguageTag.isPlain(locale) else { throw element.error(expected: "the name of a language") }
        return locale
    }

    /// JSON of a game's shape that can be kept.
    ///
    /// - Throws: also for U+0000 in a text, which no database keeps, and for a number that would lose digits.
    func storable(_ name: StaticString) throws(JSONError) -> GameJSON {
        let element: JSONElement = try read(name)
        if let rounded = element.rounded {
            throw rounded.error(expected: "a number that keeps its digits; write it as a text")
        }
        let json = try GameJSON(element)
        guard !json.hasNullCharacter else { throw element.error(expected: "JSON without U+0000 in its texts") }
        return json
    }

    /// JSON of a game's shape that can be kept; nil if it is missing or null.
    func storableIfPresent(_ name: StaticString) throws(JSONError) -> GameJSON? {
        guard let element = try member(name), element.kind != .null else { return nil }
        return try storable(name)
    }

    /// The name that a player goes by.
    func nickname() throws(JSONError) -> String? { try readIfPresent("nickname", atMost: Self.longestText) }
}
