package import HTTPTypes
package import NIOCore

/// The answer to a request.
package struct HTTPReply: Sendable {
    /// The body of an answer.
    package enum Body: Sendable {
        /// All of it.
        case whole(ByteBuffer)
        /// Pieces, for as long as the function runs; it throws when nobody takes them any more.
        case stream(@Sendable (HTTPBodyWriter) async throws -> Void)
    }

    /// Status and header fields, without those that say how the answer is sent.
    package var head: HTTPResponse
    package var body: Body

    package init(
        status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: Body = .whole(ByteBuffer())
    ) {
        head = HTTPResponse(status: status, headerFields: headers)
        self.body = body
    }
}

/// Sends the pieces of a stream.
package struct HTTPBodyWriter: Sendable {
    private let write: @Sendable (ByteBuffer) async throws -> Void

    package init(_ write: @escaping @Sendable (ByteBuffer) async throws -> Void) { self.write = write }

    /// Sends a piece, and returns when the connection has taken it.
    package func write(_ text: String) async throws { try await write(ByteBuffer(string: text)) }
}
