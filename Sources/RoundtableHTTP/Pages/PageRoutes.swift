import GameRules
import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable
import RoundtableModel

/// `/m/TOKEN` and `/m/TOKEN.png`: a message for whoever has its URL, without a credential.
struct PageRoutes {
    private static let pictureEnding = ".png"

    let service: RoundtableService
    let pictures: PictureRenderer

    var routes: [Route] { [Route(.get, "/m/{token}", for: .anybody, show)] }

    @Sendable private func show(_ call: Call) async throws -> HTTPAnswer {
        let name = call.token.rawValue
        guard name.hasSuffix(Self.pictureEnding) else { return try await page(call.token, for: call.head) }
        return try await picture(MessageToken(rawValue: String(name.dropLast(Self.pictureEnding.count))))
    }

    private func page(_ token: MessageToken, for request: HTTPRequest) async throws -> HTTPAnswer {
        do throws(ServiceError) {
            let page = try await service.publicMessages.page(token, languages: request.languages)
            let title = service.games.title(of: page.session.game, in: page.language)
            return Self.html(MessagePage(page, of: title).html(), status: .ok)
        } catch {
            guard error.code == .notFound else { throw error }
            return Self.noPage(for: request)
        }
    }

    /// Whether people may have gone there who look for a message's page.
    static func leadToPage(_ request: HTTPRequest) -> Bool {
        (request.method == .get || request.method == .head) && request.pathAlone.hasPrefix("/m/")
            && !request.pathAlone.hasSuffix(pictureEnding)
    }

    /// The answer in place of a page that there is not.
    static func noPage(for request: HTTPRequest) -> HTTPAnswer {
        html(ErrorPage(language: PageWords.language(for: request.languages)).html(), status: .notFound)
    }

    private func picture(_ token: MessageToken) async throws -> HTTPAnswer {
        guard service.publicMessages.isGenuine(token) else { throw ServiceError.notFound }
        let png: ByteBuffer
        if let cached = pictures.cached(key: token.rawValue) {
            png = cached
        } else {
            let picture = try await service.publicMessages.picture(token)
            png = try await pictures.png(svg: picture.svg, key: token.rawValue)
        }
        return HTTPAnswer(
            status: .ok,
            headers: [.contentType: "image/png", .cacheControl: "public, max-age=31536000, immutable"],
            body: .whole(png))
    }

    private static func html(_ text: String, status: HTTPResponse.Status) -> HTTPAnswer {
        HTTPAnswer(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                .contentSecurityPolicy: MessagePage.contentSecurityPolicy, .xContentTypeOptions: "nosniff",
            ],
            body: .whole(ByteBuffer(string: text)))
    }
}

extension MessagePage {
    fileprivate init(_ page: PublicMessageService.Page, of gameTitle: String) {
        let session = page.session
        self.init(
            gameTitle: gameTitle, summary: page.texts.summary,
            pictureDescription: page.texts.accessibilityLabel,
            seats: session.seats.map { seat in
                Seat(
                    name: seat.attribution, state: SeatState(seat.state),
                    isToAct: session.toAct.contains(seat.seat))
            },
            standing: Standing(page.status, isOver: [.finished, .abandoned].contains(session.state)),
            seed: page.seed, pageURL: page.address.page.text,
            pictureURL: page.address.image.text, language: page.language)
    }
}

extension MessagePage.SeatState {
    fileprivate init(_ state: RoundtableModel.SeatState) {
        switch state {
        case .open: self = .open
        case .taken: self = .taken
        case .gone, .closed, .unknown: self = .closed
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
