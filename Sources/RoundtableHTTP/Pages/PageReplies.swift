import Foundation
import HTTPConnection
import HTTPTypes
import Roundtable
import RoundtableJSON
import RoundtableModel
import Synchronization

/// Pages of messages, answered with the bytes of an earlier answer as long as nothing has changed that they tell.
///
/// The session is read each time, by one read for all who ask at the moment, so that no page is older than it may be;
/// only the writing is spared, and the lookup of the message.
final class PageReplies: Sendable {
    private struct Page: Hashable, Sendable {
        let token: MessageToken
        let revision: Int?
        let language: String
    }

    private struct Kept: Sendable {
        let stamp: SessionRecord.Stamp
        let signer: UInt8
        /// The time that the page was written at, in minutes: it tells how long it is somebody's turn.
        let minute: Int
        let answer: TaggedReply
    }

    /// The number of bytes of pages that are kept.
    private static let limit = 32 << 20

    private let service: RoundtableService
    private let app: AppIdentity
    private let kept = Mutex(RecentlyUsed<Page, Kept>(limit: PageReplies.limit))

    init(of service: RoundtableService, app: AppIdentity) {
        self.service = service
        self.app = app
    }

    /// The page of a message.
    ///
    /// - Parameter revision: whose board to show; nil for the newest.
    /// - Throws: `not_found`.
    func answer(
        to token: MessageToken, at revision: Int?, languages: [String], for client: ClientAddress
    ) async throws(ServiceError) -> TaggedReply {
        let messages = service.publicMessages
        let record = try await messages.record(of: token)
        let stamp = record.stamp(for: nil, at: messages.clockReading)
        let page = Page(token: token, revision: revision, language: messages.language(for: languages))
        let signer = messages.signer
        let minute = Int(messages.now.timeIntervalSince1970 / 60)
        if let known = kept.withLock({ $0.value(of: page) }), known.stamp == stamp, known.signer == signer,
            known.minute == minute
        {
            return known.answer
        }
        let answer = try await write(token, at: revision, in: record, languages: languages, for: client)
        let written = Kept(stamp: stamp, signer: signer, minute: minute, answer: answer)
        kept.withLock { $0.keep(written, for: page, weighing: answer.size) }
        return answer
    }

    private func write(
        _ token: MessageToken, at revision: Int?, in record: SessionRecord, languages: [String],
        for client: ClientAddress
    ) async throws(ServiceError) -> TaggedReply {
        let page = try await service.publicMessages.page(
            token, at: revision, in: record, languages: languages, for: client)
        let shown = MessagePage(
            page: page, token: token, gameTitle: service.games.title(of: page.session.game, in: page.language),
            now: service.publicMessages.now, app: app)
        // NB: shared caches may answer for a moment, and half a minute longer while they ask.
        return TaggedReply(
            .html(shown.html(), status: .ok), in: page.language, kept: "public, max-age=2, stale-while-revalidate=30",
            by: service.sessions.context.keys.entityTags)
    }
}
