package import Foundation
package import RoundtableJSON

/// The content of the page at a message's URL: nothing but what a bystander may see.
package struct PublicPage: Sendable {
    /// The session as a bystander sees it now.
    package let session: SessionView
    /// The open seats that are kept for players of the session before.
    package let keptSeats: Set<Int>
    /// The texts of the message itself, as they are displayed: for link previews, whose picture is the message's too.
    package let preview: ComposedTexts
    package let status: MessageStatus
    package let address: MessageAddress
    package let board: Board
    package let history: History
    /// When the session last changed: since then it has been the turn of those who are to act.
    package let updatedAt: Date
    /// The seed of a game of chance that is over, in hexadecimal digits.
    package let seed: String?
    /// The options that the creator chose, as the game understood them; empty before the session is opened.
    package let options: GameJSON
    /// Whether the app draws the session's messages itself in the transcript.
    package let isLive: Bool
    package let language: String

    /// A board with the sentence on how it came about.
    package struct Board: Sendable {
        /// The event that it follows; 0 before the first one.
        package let revision: Int
        /// Whether it is the newest one, which changes when the game goes on.
        package let isNewest: Bool
        package internal(set) var summary: String
        /// The description of the picture, for those who don't see it.
        package let accessibilityLabel: String
        package let picture: MessageToken
    }

    /// An event, as the history tells of it.
    package struct Entry: Sendable {
        package let revision: Int
        /// One sentence.
        package let summary: String
        package let at: Date
    }

    /// Some of the session's events, in order.
    package struct History: Sendable {
        package let events: [Entry]
        /// The number of all events.
        package let total: Int

        /// The last revision of the events before these; nil if there are none.
        package var earlier: Int? { events.first.flatMap { $0.revision > 1 ? $0.revision - 1 : nil } }
        /// The first revision of the events after these; nil if there are none.
        package var later: Int? { events.last.flatMap { $0.revision < total ? $0.revision + 1 : nil } }

        /// The revision after which the list begins that shows some revision: 26 to 50 events. It moves on in steps of
        /// 25, so that most new events only make it longer.
        static func start(showing revision: Int) -> Int { max(0, ((revision - 1) / step - 1) * step) }

        /// The number of events that a page lists at most.
        static let limit = 2 * step
        private static let step = 25
    }
}
