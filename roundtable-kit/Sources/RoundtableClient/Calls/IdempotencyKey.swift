import Foundation

/// Marks repeats of one request, so that the service carries it out once and answers all of them alike.
///
/// The client makes one for each call and keeps it when it tries again. An app that wants to repeat a call after it was
/// itself killed stores the key with its request.
public struct IdempotencyKey: RawRepresentable, Codable, Hashable, Sendable {
    /// The text on the wire, at most 128 characters.
    public let rawValue: String

    /// Takes up a stored key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a key that nobody has used.
    public init() { self.init(rawValue: UUID().uuidString) }
}
