public import Foundation

/// An HTTP request, ready to be sent.
public struct TransportRequest: Sendable, Equatable {
    /// The method, in capitals.
    public var method: String
    /// The full address.
    public var url: URL
    /// The header fields.
    public var headers: [String: String]
    /// The content, if any.
    public var body: Data?
    /// The time to wait for the answer, in seconds.
    public var timeout: TimeInterval

    /// Makes a request.
    public init(
        method: String, url: URL, headers: [String: String] = [:], body: Data? = nil, timeout: TimeInterval = 30
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}
