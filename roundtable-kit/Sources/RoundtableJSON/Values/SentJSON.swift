/// JSON as somebody sent it, not taken apart yet: its size is asked before anything else is done with it.
@_spi(Roundtable) public struct SentJSON: Sendable {
    private enum Source {
        case element(JSONElement)
        case known(GameJSON)
    }

    private let source: Source

    /// JSON that is known already, as if it had been sent.
    public init(_ json: GameJSON) { source = .known(json) }

    /// A sentence about what it exceeds by the bytes that it was sent in, spaces and escapes among them; nil if it
    /// doesn't.
    public func excess(over bounds: GameJSON.Bounds) -> String? {
        let bytes =
            switch source {
            case .element(let element): element.byteCount
            case .known(let json): json.data.count
            }
        return bytes > bounds.bytes ? bounds.excessOfBytes : nil
    }

    /// The same as canonical JSON.
    ///
    /// - Throws: `invalid`, for a number that fits neither in 64 bits nor in a `Double`, and for U+0000 in a text,
    ///   which no database keeps.
    public func json() throws(JSONError) -> GameJSON {
        switch source {
        case .element(let element):
            let json = try GameJSON(element)
            guard !json.hasNullCharacter else { throw element.error(expected: "JSON without U+0000 in its texts") }
            return json
        case .known(let json):
            return json
        }
    }
}

@_spi(Roundtable) extension SentJSON: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { source = .element(json) }
}
