internal import GameRules
internal import Mustache

/// The web page at a message's URL, for people without the app: what the public may see of the game, and a picture.
///
/// It is plain HTML without scripts and without anything from other servers. Every text is escaped. Texts must be in
/// their displayed form, without `$UUID`: a browser knows no contacts.
package struct MessagePage: Sendable {
    /// A seat as the page lists it.
    package struct Seat: Sendable {
        /// The nickname of its player, or a name such as “Player 2”.
        package var name: String
        /// Whether somebody sits there.
        package var state: SeatState
        /// Whether the game waits for this seat.
        package var isToAct: Bool

        /// Describes a seat.
        package init(name: String, state: SeatState, isToAct: Bool) {
            self.name = name
            self.state = state
            self.isToAct = isToAct
        }
    }

    /// Whether somebody sits on a seat.
    package enum SeatState: Sendable {
        /// Anybody may still join.
        case open
        /// Somebody plays.
        case taken
        /// The game began without it, or its player is gone.
        case closed
    }

    /// The state of the message or its game, which the reader should know before anything else.
    package enum Standing: Sendable, CaseIterable {
        /// The game is being played.
        case goingOn
        /// The game has ended.
        case over
        /// The message is a draft: nothing has happened yet.
        case notSent
        /// The message's move came too late and never counted.
        case overtaken
        /// The author took the message back.
        case cancelled
    }

    /// The name of the game, as players know it.
    package var gameTitle: String
    /// One sentence on what happened last.
    package var summary: String
    /// The description of the picture, for those who don't see it.
    package var pictureDescription: String
    /// All seats, in order.
    package var seats: [Seat]
    /// The message's and the game's standing.
    package var standing: Standing
    /// The seed of a game of chance that is over; nil for others.
    package var seed: String?
    /// The address of this page.
    package var pageURL: String
    /// The address of the message's picture of 900×900 pixels.
    package var pictureURL: String
    /// The language of the texts above, such as `en-GB`; the page's own words follow it where it speaks it.
    package var language: String

    /// Gathers what the page says.
    package init(
        gameTitle: String, summary: String, pictureDescription: String, seats: [Seat], standing: Standing,
        seed: String? = nil, pageURL: String, pictureURL: String, language: String
    ) {
        self.gameTitle = gameTitle
        self.summary = summary
        self.pictureDescription = pictureDescription
        self.seats = seats
        self.standing = standing
        self.seed = seed
        self.pageURL = pageURL
        self.pictureURL = pictureURL
        self.language = language
    }

    /// The whole document.
    package func html() -> String {
        PageTemplate.message.render(content)
    }
}

extension MessagePage {
    /// The value for the `Content-Security-Policy` header of every page: nothing but our style and our picture.
    package static let contentSecurityPolicy =
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'"

    private var content: [String: Any] {
        let words = PageWords.best(for: language)
        return [
            "words": words.language,
            "direction": words.direction,
            "language": language,
            "textDirection": TextDirection(of: language).rawValue,
            "title": gameTitle,
            "summary": summary,
            "pictureDescription": pictureDescription,
            "pageURL": pageURL,
            "pictureURL": pictureURL,
            "standing": words.standing(standing),
            "standingStyle": standing.style,
            "playersTitle": words[.players],
            "seats": seats.map { $0.content(words, isLive: standing == .goingOn) },
            "invitation": words[.invitation],
            "seedTitle": words[.seed],
            "seeds": [seed].compactMap(\.self),
        ]
    }
}

extension MessagePage.Seat {
    fileprivate func content(_ words: PageWords, isLive: Bool) -> [String: Any] {
        let isNext = isToAct && isLive && state != .closed
        return [
            "name": name,
            "initial": state == .taken ? String(name.prefix(1)) : "",
            "note": isNext ? words[.toAct] : words.note(state) ?? "",
            "style": isNext ? "next" : state.style,
        ]
    }
}

extension MessagePage.SeatState {
    fileprivate var style: String {
        switch self {
        case .open: "open"
        case .taken: "taken"
        case .closed: "closed"
        }
    }
}

extension MessagePage.Standing {
    fileprivate var style: String {
        switch self {
        case .goingOn: "live"
        case .over: "over"
        case .notSent, .overtaken, .cancelled: "void"
        }
    }
}
