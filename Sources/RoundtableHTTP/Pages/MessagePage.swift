package import Foundation
internal import GameRules
internal import Mustache
package import RoundtableModel

/// The web page at a message's URL, for people without the app: what the public may see of the game, and a picture.
///
/// Every text is escaped, and in its displayed form, without `$UUID`: a browser knows no contacts. There is nothing on
/// it to act by, and nothing of other servers.
package struct MessagePage: Sendable {
    /// A seat as the page lists it.
    package struct Seat: Sendable {
        /// The nickname of its player, or a name such as “Player 2”.
        package var name: String
        /// Whether somebody sits there.
        package var state: SeatState
        /// Whether the game waits for this seat.
        package var isToAct: Bool
        /// The games of the series that its player has won; nil where there is no series.
        package var gamesWon: Int?
    }

    /// Whether somebody sits on a seat.
    package enum SeatState: Sendable {
        /// Anybody may still join.
        case open
        /// Open for one player of the session before.
        case kept
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
        /// The message is a draft: nothing has happened, and the board is shown without its move.
        case notSent
        /// The message's move came too late and never counted.
        case overtaken
        /// The author took the message back.
        case cancelled
    }

    /// A sentence and a picture.
    package struct Scene: Sendable {
        /// One sentence on what happened last.
        package var summary: String
        /// The description of the picture, for those who don't see it.
        package var pictureDescription: String
        /// The address of the picture of 900×900 pixels, from this page.
        package var pictureURL: String
    }

    /// An event as the history lists it.
    package struct Entry: Sendable {
        package var revision: Int
        package var summary: String
        package var at: Date
    }

    /// The clock that the creator chose.
    package struct Clock: Sendable {
        package var turnSeconds: Int
        package var bankSeconds: Int
        package var atEnd: ClockEnd
        /// Whether it stands still.
        package var isStopped: Bool
    }

    /// An option that the creator chose, as the game calls it.
    package struct Option: Sendable {
        package var name: String
        package var value: String
    }

    /// The name of the game, as players know it.
    package var gameTitle: String
    /// The message itself, as link previews show it.
    package var preview: Scene
    /// The board that is shown.
    package var board: Scene
    /// The event after which the board was like that; nil for the newest board, which changes when the game goes on.
    package var earlierRevision: Int?
    /// All seats, in order.
    package var seats: [Seat]
    /// The message's and the game's standing.
    package var standing: Standing
    /// Whether the game has ended, so that nothing more happens.
    package var isOver: Bool
    /// Some of the session's events.
    package var history: [Entry]
    /// The number of all events.
    package var revision: Int
    /// When the session last changed.
    package var updatedAt: Date
    /// The time at the server.
    package var now: Date
    /// The seed of a game of chance that is over; nil for others.
    package var seed: String?
    /// The address of this page.
    package var pageURL: String
    /// The message's token: the last part of the path of this page.
    package var token: String
    /// The language of the texts above, such as `en-GB`; the page's own words follow it where it speaks it.
    package var language: String
    /// When the first of those who are to act is late; nil for never.
    package var deadline: Date?
    /// The clock; nil if turns take as long as they take.
    package var clock: Clock?
    /// The number of the game in its series; nil if it is the first.
    package var gameOfSeries: Int?
    /// The game's options.
    package var options: [Option] = []
    /// Whether the app draws the messages itself in the transcript.
    package var isLive = false
    /// The app that plays this game.
    package var app = AppIdentity()

    /// The whole document.
    package func html() -> String { PageTemplate.message.render(content) }
}
