public import RoundtableJSON

/// The bearer token that makes its holder a player; a secret, to be kept where it survives a reinstall.
public struct Credential: RawRepresentable, Hashable, JSONConvertible, Sendable {
    /// The token itself.
    public let rawValue: String

    /// Wraps a token.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Credential: CustomStringConvertible {
    /// A placeholder, so that a credential that is printed or logged by mistake stays secret.
    public var description: String { "Credential(…)" }
}
