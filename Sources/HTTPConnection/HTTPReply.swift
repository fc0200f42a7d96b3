package import HTTPTypes
package import NIOCore

/// The answer to a request.
package struct HTTPReply: Sendable {
    /// The body of an answer.
    package enum Body: Sendable {
        /// All of it.
        case whole(ByteBuffer)
        /// Pieces, for as long as the function runs. Its argument sends a piece. It returns when the connection has
        /// taken the piece, and throws when nobody takes pieces any more.
        case stream(@Sendable (_ write: @Sendable (String) async throws -> Void) async throws -> Void)
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
