import GameRules
import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable
import RoundtableModel

/// `/m/TOKEN`, `/m/TOKEN.png` and `/m/TOKEN/changes`: a message for whoever has its URL, without a credential.
struct PageRoutes {
    private static let pictureEnding = ".png"
    private static let changesEnding = "/changes"

    private let service: RoundtableService
    private let pictures: PictureRenderer
    private let answers: PageReplies

    /// - Parameter app: the app that pages lead to.
    init(service: RoundtableService, pictures: PictureRenderer, app: AppIdentity) {
        self.service = service
        self.pictures = pictures
        answers = PageReplies(of: service, app: app)
    }

    var routes: [Route] {
        [
            Route(.get, "/m/{token}", for: .anybody, show),
            Route(.get, "/m/{token}/changes", for: .anybody, changes),
        ]
    }

    @Sendable private func show(_ call: Call) async throws -> HTTPReply {
        let name = call.token.rawValue
        guard name.hasSuffix(Self.pictureEnding) else { return try await page(call) }
        let token = MessageToken(rawValue: String(name.dropLast(Self.pictureEnding.count)))
        return try await picture(token, for: call)
    }

    private func page(_ call: Call) async throws -> HTTPReply {
        do throws(ServiceError) {
            let revision = try call.number("revision", in: 1...Int(Int32.max))
            let answer = try await answers.answer(
                to: call.token, at: revision, languages: call.head.languages, for: call.client)
            return answer.http(unless: call.head.headerFields[usuallyOne: .ifNoneMatch])
        } catch {
            // A link that was mistyped leads people to a page, too.
            guard [.notFound, .badRequest].contains(error.code) else { throw error }
            return Self.noPage(for: call.head)
        }
    }

    /// The revisions of the message's session, as they come: what its page follows.
    @Sendable private func changes(_ call: Call) async throws -> HTTPReply {
        // NB: watched before it is read, so that nothing changes in between.
        let watch = try service.sessions.watchToStream(
            try service.publicMessages.session(of: call.token), by: nil, from: call.client)
        let session = try await service.publicMessages.record(of: call.token).session
        try service.sessions.admit(nil, to: watch, of: session)
        let current = session.revision
        let stream = RevisionStream(
            service: service, watch: watch, asker: nil, connection: call.connection,
            known: try call.head.lastEvent ?? current - 1, current: current)
        return HTTPReply(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .stream(stream.write))
    }

    /// Whether people may have gone there who look for a message's page.
    static func leadToPage(_ request: HTTPRequest) -> Bool {
        (request.method == .get || request.method == .head) && request.pathAlone.hasPrefix("/m/")
            && ![pictureEnding, changesEnding].contains(where: request.pathAlone.hasSuffix)
    }

    /// The answer in place of a page that there is not.
    static func noPage(for request: HTTPRequest) -> HTTPReply {
        .html(ErrorPage(language: PageWords.language(for: request.languages)).html(), status: .notFound)
    }

    private func picture(_ token: MessageToken, for call: Call) async throws -> HTTPReply {
        let (messages, client) = (service.publicMessages, call.client)
        let board = try await messages.pictured(by: token)
        // NB: from now on it waits in a queue of its own.
        call.beginWaiting()
        let png: ByteBuffer
        do {
            png = try await pictures.png(of: .board(board), for: client) {
                try await messages.picture(of: board, for: client).svg
            }
        } catch PictureError.tooManyFromAddress {
            throw service.metrics.refusal(.pictures, retryAfter: 1)
        }
        return HTTPReply(
            status: .ok,
            headers: [.contentType: "image/png", .cacheControl: "public, max-age=31536000, immutable"],
            body: .whole(png))
    }
}

extension HTTPReply {
    /// A page that nobody keeps without asking whether it is still right.
    static func html(_ text: String, status: HTTPResponse.Status) -> HTTPReply {
        HTTPReply(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                .contentSecurityPolicy: MessagePage.contentSecurityPolicy, .xContentTypeOptions: "nosniff",
            ],
            body: .whole(ByteBuffer(string: text)))
    }
}
