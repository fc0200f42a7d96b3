import Foundation
import Mustache
import Roundtable
import RoundtableModel

/// The web page at a message's URL, for people without the app: what the public may see of the game, and a picture.
///
/// Every text is escaped, and in its displayed form, without `$UUID`: a browser knows no contacts. There is nothing on
/// it to act by, and nothing of other servers.
struct MessagePage: Sendable {
    /// A seat as the page lists it.
    struct Seat: Sendable {
        /// The nickname of its player, or a name such as “Player 2”.
        var name: String
        var state: SeatState
        /// Whether it is open for one player of the session before.
        var isKept = false
        /// Whether the game waits for this seat.
        var isToAct: Bool
        /// The games of the series that its player has won; nil where there is no series.
        var gamesWon: Int?
    }

    /// The state of the message or its game, which the reader should know before anything else.
    enum Standing: Sendable {
        case goingOn
        case over
        /// The message is a draft: nothing has happened, and the board is shown without its move.
        case notSent
        /// The message's move came too late and never counted.
        case overtaken
        /// The author took the message back.
        case cancelled
    }

    struct Scene: Sendable {
        /// One sentence on what happened last.
        var summary: String
        /// The description of the picture, for those who don't see it.
        var pictureDescription: String
        /// The address of the picture of 900×900 pixels, from this page.
        var pictureURL: String
    }

    /// The name of the game, as players know it.
    var gameTitle: String
    /// The message itself, as link previews show it.
    var preview: Scene
    /// The board that is shown.
    var board: Scene
    /// The event after which the board was like that; nil for the newest board, which changes when the game goes on.
    var earlierRevision: Int?
    var seats: [Seat]
    var standing: Standing
    /// Whether the game has ended, so that nothing more happens.
    var isOver: Bool
    var history: PublicPage.History
    /// When the session last changed.
    var updatedAt: Date
    /// The time at the server.
    var now: Date
    /// The seed of a game of chance that is over; nil for others.
    var seed: String?
    /// The address of this page.
    var pageURL: String
    /// The last part of the path of this page.
    var token: String
    /// The language of the texts above, such as `en-GB`; the page's own words follow it where it speaks it.
    var language: String
    /// When the first of those who are to act is late; nil for never.
    var deadline: Date?
    /// The clock; nil if turns take as long as they take.
    var clock: SessionView.Clock?
    /// The number of the game in its series; nil if it is the first.
    var gameOfSeries: Int?
    /// The options that the creator chose, as the game calls them.
    var options: [(name: String, value: String)] = []
    /// Whether the app draws the messages itself in the transcript.
    var isLive = false
    /// The app that plays this game.
    var app = AppIdentity()

    /// The whole document.
    func html() -> String { PageTemplate.message.render(content) }
}
