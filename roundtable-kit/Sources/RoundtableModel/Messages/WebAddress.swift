public import Foundation
public import RoundtableJSON

/// An address as text, made a URL only when somebody asks for it: making one takes longer than writing it.
@_spi(Roundtable) public struct WebAddress: Hashable, Sendable {
    /// The text, which is a URL.
    public let text: String

    /// An address that is known to be one.
    public init(_ text: String) { self.text = text }

    /// The address of a URL.
    public init(_ url: URL) { text = url.absoluteString }

    /// The URL.
    public var url: URL {
        guard let url = URL(string: text) else { preconditionFailure("An address was read that is none") }
        return url
    }
}

@_spi(Roundtable) extension WebAddress: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(text) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(try URL(json)) }
}
