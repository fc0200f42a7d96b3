package import HTTPTypes
package import NIOCore

/// Answers the requests of all connections.
package protocol HTTPResponder: Sendable {
    /// The answer to a request that has come as a whole.
    func answer(to request: HTTPRequest, _ body: ByteBuffer, on connection: ClientConnection) async -> HTTPAnswer

    /// The answer in place of one to a request that has not.
    ///
    /// - Parameter request: what is known of it; nil before the end of its head.
    func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPAnswer
}

/// Why a request never comes to a responder.
package enum RequestFault: Error {
    /// It is not written as HTTP/1.1 has it (RFC 9112).
    case malformed(any Error)
    /// Its target or header fields are too long, or too many.
    case headTooLarge
    /// Its body is longer than ``ConnectionLimits/bodyLength``.
    case bodyTooLarge
    /// It did not come to its end in time.
    case timeout
}
