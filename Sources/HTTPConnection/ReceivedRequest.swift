import HTTPTypes
import NIOCore

/// A request that comes or waits to be answered.
struct ReceivedRequest {
    let head: HTTPRequest
    let reception: Reception
    /// Whether the client waits to be told to send the body (RFC 9110, section 10.1.1).
    let expectsContinue: Bool
    let isModern: Bool
    private let hasBody: Bool
    /// The length of the body, if the client has said it.
    private let declaredLength: Int
    /// Whether another request may follow it.
    private(set) var keepsAlive: Bool
    /// Why it is refused although it was admitted.
    private(set) var fault: RequestFault?
    /// The part of its body that has come; empty if it is refused.
    private(set) var body = ByteBuffer()
    /// The bytes of its body that have come.
    private var length = 0

    /// A request whose head has come, admitted or refused by a responder.
    init(_ head: RequestHead, isLast: Bool, _ receive: (HTTPRequest) -> Reception) {
        self.head = head.request
        isModern = head.isModern
        hasBody = head.hasBody
        declaredLength = if case .length(let length) = head.framing { length } else { 0 }
        expectsContinue = head.expectation == .continue && hasBody
        keepsAlive = !isLast && head.keepsAlive
        if head.expectation == .unknown {
            reception = .refused(HTTPReply(status: .expectationFailed))
            fault = .expectation
        } else {
            reception = receive(head.request)
        }
    }

    /// Whether it gets its answer before its body has come.
    ///
    /// A body that is short is let come, and forgotten, so that the connection can go on. It can't if the client is not
    /// to send the body, but may have begun to, or if the body is too long to wait for its end.
    mutating func isAnsweredEarly(limit: Int) -> Bool {
        if declaredLength > limit {
            endEarly(by: isRefused ? fault : .bodyTooLarge)
        } else if isRefused, expectsContinue || fault != nil && hasBody {
            endEarly(by: fault)
        } else {
            return false
        }
        return true
    }

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
        // NB: what GET and HEAD bring means nothing (RFC 9110, section 9.3.1), and would be kept for as long as a read
        // is held.
        if isRefused || head.method == .get || head.method == .head { return true }
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
