import HTTPTypes
import NIOCore
import NIOHTTP1

/// A request that comes or waits to be answered.
struct ReceivedRequest {
    let head: HTTPRequest
    let reception: Reception
    /// Whether the client waits to be told to send the body (RFC 9110, section 10.1.1).
    let expectsContinue: Bool
    let isModern: Bool
    /// Whether another request may follow it.
    private(set) var keepsAlive: Bool
    /// Why it is refused although it was admitted.
    private(set) var fault: RequestFault?
    /// The part of its body that has come; empty if it is refused.
    private(set) var body = ByteBuffer()
    /// The bytes of its body that have come.
    private var length = 0

    /// A request whose head has come, admitted or refused by a responder.
    ///
    /// - Throws: an error of NIO's, for a method that has no name.
    init(reading head: HTTPRequestHead, isLast: Bool, _ receive: (HTTPRequest) -> Reception) throws {
        let request = try HTTPRequest(reading: head)
        self.head = request
        reception = receive(request)
        isModern = head.version != .http1_0
        expectsContinue = isModern && head.headers.first(name: "Expect")?.lowercased() == "100-continue"
        // NB: an upgrade that is offered is not taken (RFC 9110, section 7.8), but the decoder reads nothing behind it.
        keepsAlive =
            !isLast && head.isKeepAlive && head.method != .CONNECT && !head.headers.contains(name: "Upgrade")
    }

    /// Whether it gets its answer before its body has come.
    ///
    /// A body that is short is let come, and forgotten, so that the connection can go on. It can't if the client is not to
    /// send the body, but may have begun to, or if the body is too long to wait for its end.
    mutating func isAnsweredEarly(declaring length: Int?, limit: Int) -> Bool {
        if length ?? 0 > limit {
            endEarly(by: isRefused ? nil : .bodyTooLarge)
        } else if isRefused, expectsContinue {
            endEarly(by: nil)
        } else {
            return false
        }
        return true
    }

    /// Whether the responder has refused it.
    var isRefused: Bool {
        guard case .refused = reception else { return false }
        return true
    }

    /// Takes what has come of the body; false if that is too much.
    mutating func append(_ bytes: ByteBuffer, limit: Int) -> Bool {
        length += bytes.readableBytes
        guard length <= limit else {
            endEarly(by: isRefused ? nil : .bodyTooLarge)
            return false
        }
        if isRefused { return true }
        if body.readableBytes == 0 { body = bytes } else { body.writeImmutableBuffer(bytes) }
        return true
    }

    /// The memory that is kept of its body, in bytes: a piece that came alone keeps all that it was read into.
    var keptBytes: Int { body.readableBytes == 0 ? 0 : body.storageCapacity }

    /// Forgets the body; its end is not waited for, so that nothing can follow.
    mutating func endEarly(by fault: RequestFault?) {
        self.fault = fault
        keepsAlive = false
        body = ByteBuffer()
    }
}
