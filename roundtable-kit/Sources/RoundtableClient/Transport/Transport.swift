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
