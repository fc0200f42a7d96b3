import GameRules
import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable

/// `/m/TOKEN` and `/m/TOKEN.png`: a message for whoever has its URL, without a credential.
struct PageRoutes {
    private static let pictureEnding = ".png"

    let service: RoundtableService
    let pictures: PictureRenderer

    var routes: [Route] { [Route(.get, "/m/{token}", for: .anybody, show)] }

    @Sendable private func show(_ call: Call) async throws -> HTTPAnswer {
        let token = call.token
        guard token.hasSuffix(Self.pictureEnding) else { return try await page(token, for: call.head) }
        return try await picture(String(token.dropLast(Self.pictureEnding.count)))
    }

    private func page(_ token: String, for request: HTTPRequest) async throws -> HTTPAnswer {
        do throws(ServiceError) {
            let page = try await service.publicMessages.page(token, languages: request.languages)
            return Self.html(MessagePage(page).html(), status: .ok)
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

    private func picture(_ token: String) async throws -> HTTPAnswer {
        guard service.publicMessages.isGenuine(token) else { throw ServiceError.notFound }
        let png: ByteBuffer
        if let cached = pictures.cached(key: token) {
            png = cached
        } else {
            let picture = try await service.publicMessages.picture(token)
            png = try await pictures.png(svg: picture.svg, key: token)
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
    fileprivate init(_ page: PublicMessageService.Page) {
        let session = page.session.session
        self.init(
            gameTitle: session.identity.game.title, summary: page.texts.summary,
            pictureDescription: page.texts.accessibilityLabel,
            seats: page.session.seats.map { seat in
                Seat(
                    name: seat.attribution, state: SeatState(seat.state),
                    isToAct: session.toAct.contains(seat.index))
            },
            standing: Standing(page.status, isOver: session.isOver), pageURL: page.address.url,
            pictureURL: page.address.imageURL, language: page.language)
    }
}

extension GameName {
    /// The name as a title: `four-in-a-row` is "Four in a row".
    fileprivate var title: String {
        let words = rawValue.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension MessagePage.SeatState {
    fileprivate init(_ state: Table.Seat) {
        switch state {
        case .open: self = .open
        case .taken: self = .taken
        case .gone, .closed: self = .closed
        }
    }
}

extension MessagePage.Standing {
    fileprivate init(_ status: MessageService.Status, isOver: Bool) {
        switch status {
        case .latest, .earlier: self = isOver ? .over : .goingOn
        case .draft: self = .notSent
        case .overtaken: self = .overtaken
        case .cancelled: self = .cancelled
        }
    }
}
