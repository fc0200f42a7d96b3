import Digests
import Foundation
import HTTPTypes
import HTTPConnection
import JSON
import NIOCore
import Roundtable
import RoundtableModel

/// The answer to a read of what a client may have already, with its tag.
struct ViewAnswer: Sendable {
    private var answer: HTTPAnswer
    /// Changes whenever the answer does.
    let tag: String

    /// The answer with a view.
    init(_ view: SessionView) {
        self.init(view, kept: "private, no-cache", varying: "Authorization, Participant, Accept-Language")
    }

    /// The answer with the list of games in a language, which is the same for everybody and changes only with the
    /// program: an hour is soon enough to learn of another.
    init(_ games: GameList, in language: String) {
        self.init(games, kept: "public, max-age=3600", varying: "Accept-Language")
        answer.head.headerFields[.contentLanguage] = language
    }

    /// The answer with a page in a language, which is the same for everybody who speaks it: shared caches may answer
    /// for a moment, and half a minute longer while they ask.
    init(_ page: HTTPAnswer, in language: String) {
        self.init(page, kept: "public, max-age=2, stale-while-revalidate=30", varying: "Accept-Language")
        answer.head.headerFields[.contentLanguage] = language
    }

    private init(_ value: some JSONWritable, kept: String, varying: String) {
        self.init(HTTPAnswer(json: value), kept: kept, varying: varying)
    }

    private init(_ answer: HTTPAnswer, kept: String, varying: String) {
        var answer = answer
        (tag, size) = (answer.entityTag, answer.size + 1024)
        answer.head.headerFields[.eTag] = tag
        answer.head.headerFields[.cacheControl] = kept
        answer.head.headerFields[.vary] = varying
        self.answer = answer
    }

    /// The number of bytes that it takes to keep the answer, roughly.
    let size: Int

    /// The answer, or 304 if the client knows it.
    ///
    /// - Parameter known: what the client sent as `If-None-Match`.
    func http(unless known: String?) -> HTTPAnswer { known.map(matches) ?? false ? answer.notModified : answer }

    /// Whether a client that sent this `If-None-Match` knows the answer.
    func matches(_ known: String) -> Bool {
        known == tag
            || known.listMembers.contains { $0 == "*" || $0 == tag || $0.hasPrefix("W/") && $0.dropFirst(2) == tag }
    }
}

extension HTTPAnswer {
    /// The answer to who knows it already: without it.
    fileprivate var notModified: HTTPAnswer {
        var answer = self
        answer.head.status = .notModified
        answer.head.headerFields[.contentType] = nil
        answer.body = .whole(ByteBuffer())
        return answer
    }

    fileprivate var size: Int {
        guard case .whole(let body) = body else { return 0 }
        return body.storageCapacity
    }

    /// An opaque tag that changes whenever the answer does.
    fileprivate var entityTag: String {
        guard case .whole(let body) = body else { return "" }
        var tag = "\""
        for byte in body.withUnsafeReadableBytes({ SHA256.hash($0) }).prefix(12) {
            tag.append(Self.digits[Int(byte >> 4)])
            tag.append(Self.digits[Int(byte & 15)])
        }
        return tag + "\""
    }

    private static let digits = Array("0123456789abcdef")
}
