import NIOCore

/// The service's answer: as much of it as the load tester looks at.
struct LoadReply: Sendable {
    var status: Int
    /// `ETag`, as it was sent.
    var tag: String?
    var body = ByteBuffer()

    /// Looks at the body's JSON where it lies.
    func scan<Value>(_ look: (JSONScan) -> Value?) -> Value? {
        body.withUnsafeReadableBytes { look(JSONScan(bytes: $0)) }
    }

    /// A member, found by its path from the outside.
    func integer(_ path: StaticString...) -> Int? { scan { $0.integer(at: path) } }

    /// A text without escapes, found by its path from the outside.
    func text(_ path: StaticString...) -> String? { scan { $0.text(at: path) } }
}
