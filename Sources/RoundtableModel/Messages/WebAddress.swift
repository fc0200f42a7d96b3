package import Foundation
package import JSON

/// An address as text, made a URL only when somebody asks for it: making one takes longer than writing it.
package struct WebAddress: Hashable, Sendable {
    /// The text, which is a URL.
    package let text: String

    /// An address that is known to be one.
    package init(_ text: String) { self.text = text }

    /// The address of a URL.
    package init(_ url: URL) { text = url.absoluteString }

    /// The URL.
    package var url: URL {
        guard let url = URL(string: text) else { preconditionFailure("An address was read that is none") }
        return url
    }
}

extension WebAddress: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(text) }

    package init(_ json: JSONElement) throws(JSONError) { self.init(try URL(json)) }
}
