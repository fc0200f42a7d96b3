package import HTTPTypes
package import NIOCore

/// Answers the requests of all connections.
package protocol HTTPResponder: Sendable {
    /// Decides on a request when its head has come, before anything of its body is kept.
    func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception

    /// The answer in place of one to a request that has not come as a whole.
    ///
    /// - Parameter request: what is known of it; nil before the end of its head.
    func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply
}

/// The decision on a request whose head has come.
package enum Reception: Sendable {
    /// It may bring its body; the function answers it then, as a whole.
    case admitted(@Sendable (ByteBuffer) async -> HTTPReply)
    /// This is the answer, whatever its body would be.
    case refused(HTTPReply)
}

/// Why a request never comes to a responder as a whole.
package enum RequestFault: Error {
    /// It is not written as HTTP/1.1 has it (RFC 9112).
    case malformed
    /// Its target is too long.
    case targetTooLong
    /// Its header fields are too long, or too many.
    case headTooLarge
    /// It expects something else than `100-continue` (RFC 9110, section 10.1.1).
    case expectation
    /// Its body has a transfer coding that is not known here (RFC 9112, section 6.1).
    case coding
    /// It is of another version than HTTP/1.0 and HTTP/1.1.
    case version
    /// Its body is longer than ``ConnectionLimits/bodyLength``.
    case bodyTooLarge
    /// It did not come to its end in time.
    case timeout
    /// Too much is kept of requests whose rest has not come.
    case overloaded
}
