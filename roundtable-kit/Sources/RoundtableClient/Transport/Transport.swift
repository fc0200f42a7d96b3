public import Foundation

/// Carries requests to the service; `URLSessionTransport` unless an app or a test has its own.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole answer, whatever its status; throws if there was none.
    ///
    /// A redirection is not followed, so that no credential goes elsewhere: its status is the answer, which the client
    /// reports as ``RoundtableError/unexpected(status:body:)``.
    func send(_ request: TransportRequest) async throws -> TransportResponse

    /// Sends a request whose answer may never end, and waits for its head only.
    ///
    /// A redirection is not followed. By default the whole answer is waited for, which is enough for everything but
    /// `revisions(of:)` and long sounds and videos.
    func stream(_ request: TransportRequest) async throws -> TransportStream
}

extension Transport {
    /// Waits for the whole answer and brings it in one piece.
    public func stream(_ request: TransportRequest) async throws -> TransportStream {
        let response = try await send(request)
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(response.body)
            continuation.finish()
        }
        return TransportStream(head: response, chunks: chunks)
    }
}

/// An HTTP answer whose content arrives piece by piece.
public struct TransportStream: Sendable {
    /// Status and header fields; its body is not to be used.
    public var head: TransportResponse
    /// The content; to stop iterating is to hang up.
    public var chunks: AsyncThrowingStream<Data, any Error>

    /// Makes an answer.
    public init(head: TransportResponse, chunks: AsyncThrowingStream<Data, any Error>) {
        self.head = head
        self.chunks = chunks
    }
}

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
    public subscript(header name: String) -> String? { headers[name.lowercased()] }
}
