import GameRules
import HTTPConnection
import HTTPTypes
import Mustache
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
        [Route(.get, "/m/{token}", for: .anybody, show), Route(.get, "/m/{token}/changes", for: .anybody, changes)]
    }

    @Sendable private func show(_ call: Call) async throws -> HTTPReply {
        let name = call.token.rawValue
        guard name.hasSuffix(Self.pictureEnding) else { return try await page(call) }
        let token = MessageToken(rawValue: String(name.dropLast(Self.pictureEnding.count)))
        return try await picture(token, for: call)
    }

    private func page(_ call: Call) async throws -> HTTPReply {
        let revision = try call.number("revision", in: 1...Int(Int32.max))
        let answer = try await answers.answer(
            to: call.token, at: revision, languages: call.head.languages, for: call.client)
        return answer.http(unless: call.head.headerFields[usuallyOne: .ifNoneMatch])
    }

    /// The revisions of the message's session, as they come: what its page follows.
    @Sendable private func changes(_ call: Call) async throws -> HTTPReply {
        // NB: watched before it is read, so that nothing changes in between.
        let watch = try service.sessions.watchToStream(
            try service.publicMessages.session(of: call.token), by: nil, from: call.client)
        let session = try await service.publicMessages.record(of: call.token).session
        return try RevisionStream(of: session, to: call, by: nil, watching: watch, on: service).reply
    }

    /// Whether a person reads the answer in a browser: whoever asks for a message's page, and for anything else beside
    /// it by following a link.
    static func isForPerson(_ request: HTTPRequest) -> Bool {
        let path = request.pathAlone
        guard path.hasPrefix("/m/") else { return false }
        let isBrowsers = request.headerFields[values: .accept].contains { $0.lowercased().contains("text/html") }
        let isPage = ![pictureEnding, changesEnding].contains(where: path.hasSuffix)
        return isBrowsers || isPage && [.get, .head].contains(request.method)
    }

    private func picture(_ token: MessageToken, for call: Call) async throws -> HTTPReply {
        let (messages, client) = (service.publicMessages, call.client)
        let board = try await messages.pictured(by: token)
        // NB: from now on it waits in a queue of its own.
        call.beginWaiting()
        let png: ByteBuffer
        do {
            png = try await pictures.png(
                of: .board(board), for: client, charge: { try messages.chargeDrawing(for: client) },
                svg: { try await messages.picture(of: board, for: client).svg })
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
    /// The page that tells a person what ``init(_:to:in:texts:)`` tells a program.
    ///
    /// A link that was mistyped leads people to a page, too, whatever is wrong with it.
    init(page error: ServiceError, to request: HTTPRequestID, in languages: [String], texts: ProblemTexts) {
        let isNowhere = [.notFound, .badRequest].contains(error.code)
        // NB: what is said of a link that leads nowhere says nothing about its token.
        let words = PageWords(language: PageWords.language(for: languages))
        let language = isNowhere ? words.language : texts.language(for: languages)
        let page = PageTemplate.problem.render([
            "words": language, "direction": TextDirection(of: language).rawValue,
            "title": isNowhere ? words[.unknownTitle] : texts.title(of: error.code, in: language),
            "text": isNowhere ? words[.unknownText] : texts.detail(of: error, in: language),
        ])
        let problem = HTTPReply(error, to: request, in: languages, texts: texts)
        self = .html(page, status: isNowhere ? .notFound : problem.head.status)
        for name in [HTTPField.Name.retryAfter, .allow, .wwwAuthenticate, .requestID] {
            head.headerFields[name] = problem.head.headerFields[name]
        }
        head.headerFields[.contentLanguage] = language
        head.headerFields[.cacheControl] = "no-store"
    }

    /// A page that nobody keeps without asking whether it is still right.
    static func html(_ text: String, status: HTTPResponse.Status) -> HTTPReply {
        HTTPReply(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                .contentSecurityPolicy: PageTemplate.contentSecurityPolicy, .xContentTypeOptions: "nosniff",
            ],
            body: .whole(ByteBuffer(string: text)))
    }
}
