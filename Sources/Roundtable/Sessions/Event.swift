package import Foundation
@_spi(Roundtable) package import GameRules
package import RoundtableJSON

/// One committed fact of a session: row `(session, revision)`. What happened never changes.
package struct Event: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case opened, joined, started, moved, resigned, left, skipped, timedOut, reclaimed, abandoned
        case offered, accepted, declined, undone, paused, resumed

        /// Whether a player made the event; time, or an operator, made the others.
        var isByPlayer: Bool {
            switch self {
            case .opened, .joined, .started, .moved, .resigned, .left, .reclaimed, .offered, .accepted, .declined,
                .undone, .paused, .resumed:
                true
            case .skipped, .timedOut, .abandoned: false
            }
        }
    }

    /// The details of an event beyond kind, seat, player and time; stored as one JSON value, without the move.
    package struct Details: Sendable, Equatable {
        /// The move, in the game's notation.
        package var move: GameJSON?
        /// The number of moves that the seat had made before this one, in a game with secrets; nil in others.
        package var ordinal: Int?
        /// Whether the player took the seat by this event.
        package var joined = false
        /// Whether the game started by this event: it dealt what there is to deal, and open seats were closed.
        package var started = false
        /// Whether a seat that its player gave up is open again, although the game goes on; nil for no.
        package var reopens: Bool?
        /// The player's nickname from this event on.
        package var nickname: Nickname?
        /// Whether the move showed its author something hidden or random, so that it is never taken back; nil for no.
        package var reveals: Bool?
        /// The agreement that was offered; nil for an event that is no offer.
        package var offer: Agreement?
        /// The state to which the game went back; nil if it did not.
        package var restored: RestoredState?
        /// The outcome that this event led to.
        package var outcome: Outcome?
        package var texts: MessageTexts
        /// The draft that was committed; nil if the event had none.
        package var draft: DraftID?
        /// The session's parameters; with the opening event only.
        package var founding: Founding?
        /// The operator's intervention that led to it; nil for none.
        package var operation: Operation?
        /// The milliseconds by which players' clocks were behind then, since they stood while the service was away. Of
        /// an imported session it includes the time from export to import, so it may be negative. Nil for 0.
        package var stopped: Int?
    }

    /// Its number in the session, from 1.
    package let revision: Int
    package let kind: Kind
    /// The seat it happened to; nil for events of the table as a whole.
    package let seat: SeatIndex?
    /// The player who made it, or whom it happened to; a stand-in once that person was erased.
    package let player: PlayerID?
    package let at: Date
    @Boxed package var details: Details

    package init(revision: Int, kind: Kind, seat: SeatIndex?, player: PlayerID?, at: Date, details: Details) {
        self.revision = revision
        self.kind = kind
        self.seat = seat
        self.player = player
        self.at = at
        self.details = details
    }

    /// When it was committed, with what players' clocks showed.
    package var clockReading: ClockReading { ClockReading(at, stopped: details.stopped ?? 0) }

    /// The event that a draft becomes, which was decided as this one.
    func counting(as draft: DraftID, at now: ClockReading) -> Event {
        var details = details
        details.draft = draft
        details.stopped = now.stopped == 0 ? nil : now.stopped
        return Event(revision: revision, kind: kind, seat: seat, player: player, at: now.date, details: details)
    }

    /// The same event in a clock time that is so many milliseconds later.
    package func movingClocks(by milliseconds: Int) -> Event {
        var event = self
        let stopped = clockReading.stopped - milliseconds
        event.details.stopped = stopped == 0 ? nil : stopped
        return event
    }

    /// The message of this event: its draft's, if it had one.
    package var message: MessageReference { details.draft.map { .draft($0) } ?? .event(revision: revision) }
}

/// All of them but the move, which is stored by itself: few who read an event want it, and it may be long. Whether the
/// player joined or started the game with it is written only if they did.
extension Event.Details: JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("draft", ifPresent: draft)
        json.member("founding", ifPresent: founding)
        json.member("joined", ifPresent: joined ? true : nil)
        json.member("nickname", ifPresent: nickname)
        json.member("offer", ifPresent: offer)
        json.member("operation", ifPresent: operation)
        json.member("ordinal", ifPresent: ordinal)
        json.member("outcome", ifPresent: outcome)
        json.member("reopens", ifPresent: reopens)
        json.member("restored", ifPresent: restored)
        json.member("reveals", ifPresent: reveals)
        json.member("started", ifPresent: started ? true : nil)
        json.member("stopped", ifPresent: stopped)
        json.member("texts", texts)
    }

    /// Reads the details of an event, which are stored without its move.
    package init(_ json: JSONElement, move: GameJSON?) throws(JSONError) {
        self.init(
            move: move, ordinal: try json.readIfPresent("ordinal"),
            joined: try json.readIfPresent("joined") ?? false, started: try json.readIfPresent("started") ?? false,
            reopens: try json.readIfPresent("reopens"), nickname: try json.readIfPresent("nickname"),
            reveals: try json.readIfPresent("reveals"), offer: try json.readIfPresent("offer"),
            restored: try json.readIfPresent("restored"),
            outcome: try json.readIfPresent("outcome"), texts: try json.read("texts"),
            draft: try json.readIfPresent("draft"), founding: try json.readIfPresent("founding"),
            operation: try json.readIfPresent("operation"), stopped: try json.readIfPresent("stopped"))
        guard ClockReading.range.contains(stopped ?? 0) else { throw json.error(expected: "milliseconds of clocks") }
    }
}

extension Event {
    /// The memory that it takes, in bytes, roughly.
    var memory: Int {
        1024 + (details.move?.data.count ?? 0)
            + (details.restored?.position.data.count ?? 0) + details.texts.memory
    }
}
