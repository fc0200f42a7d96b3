import Foundation
import HTTPConnection
import HTTPTypes
import Roundtable
import RoundtableJSON
@_spi(Roundtable) import RoundtableModel
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
            page, at: token, now: service.publicMessages.now,
            of: service.games.title(of: page.session.game, in: page.language), app: app)
        // NB: shared caches may answer for a moment, and half a minute longer while they ask.
        return TaggedReply(
            .html(shown.html(), status: .ok), in: page.language, kept: "public, max-age=2, stale-while-revalidate=30",
            by: service.sessions.entityTags)
    }
}

extension MessagePage {
    fileprivate init(_ page: PublicPage, at token: MessageToken, now: Date, of gameTitle: String, app: AppIdentity) {
        let session = page.session
        let isOver = [.finished, .abandoned].contains(session.state)
        self.init(
            gameTitle: gameTitle,
            preview: Scene(
                summary: page.preview.summary, pictureDescription: page.preview.accessibilityLabel,
                pictureURL: page.address.image.text),
            board: Scene(
                summary: page.board.summary, pictureDescription: page.board.accessibilityLabel,
                pictureURL: "\(page.board.picture.rawValue).png"),
            earlierRevision: page.board.isNewest ? nil : page.board.revision,
            seats: session.seats.enumerated().map { number, seat in
                Seat(
                    name: seat.attribution, state: seat.state, isKept: page.keptSeats.contains(seat.seat),
                    isToAct: session.toAct.contains(seat.seat),
                    gamesWon: session.series.flatMap { number < $0.scores.count ? $0.scores[number] : nil })
            },
            standing: Standing(page.status, isOver: isOver), isOver: isOver, history: page.history,
            updatedAt: page.updatedAt, now: now, seed: page.seed, pageURL: page.address.page.text,
            token: token.rawValue, language: page.language, deadline: session.deadline, clock: session.clock,
            gameOfSeries: session.series?.number, options: Self.options(page.options), isLive: page.isLive, app: app)
    }

    /// The members of a game's options, but for those that are null.
    private static func options(_ options: GameJSON) -> [(name: String, value: String)] {
        guard case .object(let members) = options.value else { return [] }
        return members.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }.compactMap { name, value in
            switch value {
            case .null: nil
            case .string(let text): (name, text)
            default: (name, "\(GameJSON(value))")
            }
        }
    }
}

extension MessagePage.Standing {
    fileprivate init(_ status: MessageStatus, isOver: Bool) {
        switch status {
        case .latest, .earlier, .unknown: self = isOver ? .over : .goingOn
        case .draft: self = .notSent
        case .overtaken: self = .overtaken
        case .cancelled: self = .cancelled
        }
    }
}
