/// What a JSON value is.
public enum JSONKind: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// A list of values.
    case array
    /// Named values.
    case object
}

/// A decoder that can say what it is at, so that types that hold any JSON needn't try one type after the other.
public protocol JSONKindDecoder: Decoder {
    /// What the value is that the decoder is at.
    var kind: JSONKind { get }

    /// The value's JSON, as ``LeanJSONEncoder`` writes it: without spaces, members sorted.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, for a number that doesn't fit in 64 bits nor in a `Double`.
    func canonicalJSON() throws -> [UInt8]
}

/// An encoder that takes JSON as it is.
public protocol JSONPassingEncoder: Encoder {
    /// Writes a value that is JSON already.
    ///
    /// - Throws: `EncodingError.invalidValue`, if it isn't.
    func encode(json: [UInt8]) throws
}
