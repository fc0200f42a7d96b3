public import Foundation

/// An HTTP answer, complete.
public struct TransportResponse: Sendable, Equatable {
    /// The status.
    public var status: Int
    /// The content, perhaps empty.
    public var body: Data

    private var headers: [String: String]

    /// Makes an answer; names of header fields in any case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.body = body
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
    }

    /// The header field of that name, in any case.
    public subscript(header name: String) -> String? {
        headers[name.lowercased()]
    }
}
