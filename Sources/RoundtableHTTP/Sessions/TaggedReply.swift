import Digests
import Foundation
import HTTPTypes
import HTTPConnection
import RoundtableJSON
import NIOCore
import Roundtable
import RoundtableModel

/// The reply to a read of what a client may have already, with its tag.
struct TaggedReply: Sendable {
    private var reply: HTTPReply
    /// Changes whenever the reply does.
    let tag: String

    /// The number of bytes that it takes to keep the reply, roughly.
    let size: Int

    /// A view, which is its reader's alone.
    ///
    /// - Parameter hash: makes the tag.
    init(_ view: SessionView, by hash: SipHash) {
        self.init(
            HTTPReply(json: view), by: hash, kept: "private, no-cache",
            varying: "Authorization, Participant, Accept-Language")
    }

    /// What is the same for everybody who reads a language.
    ///
    /// - Parameter kept: how shared caches may keep it.
    init(_ reply: HTTPReply, in language: String, kept: String, by hash: SipHash) {
        self.init(reply, by: hash, kept: kept, varying: "Accept-Language")
        self.reply.head.headerFields[.contentLanguage] = language
    }

    private init(_ reply: HTTPReply, by hash: SipHash, kept: String, varying: String) {
        var body = ByteBuffer()
        if case .whole(let whole) = reply.body { body = whole }
        self.reply = reply
        tag = "\"\(String(body.withUnsafeReadableBytes { hash.hash($0) }, radix: 36))\""
        size = body.storageCapacity + 1024
        self.reply.head.headerFields[.eTag] = tag
        self.reply.head.headerFields[.cacheControl] = kept
        self.reply.head.headerFields[.vary] = varying
    }

    /// The reply, or 304 if the client knows it.
    ///
    /// - Parameter known: what the client sent as `If-None-Match`.
    func http(unless known: String?) -> HTTPReply { known.map(matches) ?? false ? reply.notModified : reply }

    /// Whether a client that sent this `If-None-Match` knows the reply.
    func matches(_ known: String) -> Bool {
        known == tag
            || known.listMembers.contains { $0 == "*" || $0 == tag || $0.hasPrefix("W/") && $0.dropFirst(2) == tag }
    }
}

extension HTTPReply {
    fileprivate var notModified: HTTPReply {
        var reply = self
        reply.head.status = .notModified
        reply.head.headerFields[.contentType] = nil
        reply.body = .whole(ByteBuffer())
        return reply
    }
}
