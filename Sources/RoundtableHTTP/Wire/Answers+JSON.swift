import Foundation
import GameRules
import JSON
import Roundtable
import RoundtableAPI

/// Answers as JSON, straight from what the service shows: the text that the wire's types encode to, without making them.
extension JSONWriter {
    mutating func write(_ view: SessionView) {
        let session = view.session
        object { json in
            json.name("board")
            json.json(view.board.data)
            json.name("claims")
            json.array(view.claims) { $0.write($1) }
            json.name("deadline")
            json.value(session.deadline) { $0.string(RFC3339.text(of: $1)) }
            json.name("draft")
            json.value(view.draft) { $0.write($1) }
            json.name("game")
            json.string(session.identity.game.rawValue)
            json.name("id")
            json.uuid(session.id.uuid, uppercase: false)
            json.name("legalMoves")
            json.value(view.legalMoves) { $0.json($1.data) }
            json.name("message")
            json.value(view.message) { $0.write($1) }
            json.name("outcome")
            json.value(session.outcome) { $0.write($1) }
            json.name("revision")
            json.integer(session.revision)
            json.name("rules")
            json.integer(session.identity.rules)
            json.name("seats")
            json.array(view.seats) { $0.write($1) }
            json.name("state")
            json.string(session.phase.rawValue)
            json.name("toAct")
            json.array(view.toAct) { $0.integer($1.rawValue) }
            json.name("unsent")
            json.bool(view.isUnsent)
            json.name("you")
            json.value(view.you) { $0.integer($1.rawValue) }
        }
    }

    /// Writes a message; of one that is not the reader's own, neither token nor URL.
    mutating func write(_ message: MessageView) {
        object { json in
            json.name("accessibilityLabel")
            json.string(message.texts.accessibilityLabel)
            json.name("layout")
            json.writeLayout(of: message)
            json.name("live")
            json.bool(false)
            json.name("revision")
            json.integer(message.revision)
            json.name("session")
            json.uuid(message.session.uuid, uppercase: false)
            json.name("summaryText")
            json.string(message.texts.summary)
            guard let address = message.address else { return }
            json.name("token")
            json.string(address.token)
            json.name("url")
            json.string(address.url)
        }
    }

    mutating func write(_ view: EventView) {
        let event = view.event
        object { json in
            json.name("at")
            json.string(RFC3339.text(of: event.at))
            json.name("joined")
            json.bool(event.details.joined)
            json.name("kind")
            json.string(event.kind.rawValue)
            json.name("move")
            json.value(view.move) { $0.json($1.data) }
            json.name("outcome")
            json.value(event.details.outcome) { $0.write($1) }
            json.name("revision")
            json.integer(event.revision)
            json.name("seat")
            json.value(event.seat) { $0.integer($1.rawValue) }
            json.name("summaryText")
            json.string(view.summary)
        }
    }

    private mutating func write(_ seat: SessionView.Seat) {
        object { json in
            json.name("attribution")
            json.string(seat.attribution)
            json.name("nickname")
            json.value(seat.nickname) { $0.string($1) }
            json.name("participant")
            json.value(seat.participant) { $0.uuid($1.uuid, uppercase: true) }
            json.name("seat")
            json.integer(seat.index.rawValue)
            json.name("state")
            json.string(seat.state.rawValue)
            json.name("you")
            json.bool(seat.isOwn)
        }
    }

    private mutating func write(_ outcome: GameRules.Outcome) {
        object { json in
            json.name("kind")
            json.string(outcome.kind.rawValue)
            json.name("scores")
            json.value(outcome.scores) { $0.array($1) { $0.integer($1) } }
            json.name("winners")
            json.array(outcome.winners) { $0.integer($1.rawValue) }
        }
    }

    private mutating func write(_ draft: SessionView.Draft) {
        object { json in
            json.name("basedOn")
            json.integer(draft.basedOn)
            json.name("expiresAt")
            json.string(RFC3339.text(of: draft.expiresAt))
            json.name("message")
            json.write(draft.message)
            json.name("move")
            json.value(draft.move) { $0.json($1.data) }
            guard let address = draft.message.address else { return }
            json.name("token")
            json.string(address.token)
        }
    }

    private mutating func write(_ claim: SessionView.Claim) {
        object { json in
            json.name("needed")
            json.integer(claim.needed)
            json.name("seat")
            json.integer(claim.seat.rawValue)
            json.name("until")
            json.value(claim.until) { $0.string(RFC3339.text(of: $1)) }
            json.name("vouches")
            json.integer(claim.vouches)
        }
    }

    private mutating func writeLayout(of message: MessageView) {
        let texts = message.texts
        object { json in
            json.name("caption")
            json.value(texts.caption) { $0.string($1) }
            json.name("image")
            json.string(message.imageURL)
            json.name("imageSubtitle")
            json.value(texts.imageSubtitle) { $0.string($1) }
            json.name("imageTitle")
            json.value(texts.imageTitle) { $0.string($1) }
            json.name("subcaption")
            json.value(texts.subcaption) { $0.string($1) }
            json.name("trailingCaption")
            json.value(texts.trailingCaption) { $0.string($1) }
            json.name("trailingSubcaption")
            json.value(texts.trailingSubcaption) { $0.string($1) }
        }
    }
}

/// The bodies that are made of them.
extension JSONWriter {
    mutating func write(_ answer: Roundtable.TurnAnswer) {
        object { json in
            json.name("draft")
            json.bool(answer.isDraft)
            json.name("message")
            json.write(answer.message)
            json.name("session")
            json.write(answer.session)
        }
    }

    mutating func write(_ opened: MessageService.Opened) {
        object { json in
            json.name("events")
            json.array(opened.events) { $0.write($1) }
            json.name("next")
            json.value(opened.next) { $0.integer($1) }
            json.name("session")
            json.write(opened.session)
            json.name("tapped")
            json.object { json in
                json.name("hint")
                json.value(opened.hint) { $0.string($1.rawValue) }
                json.name("revision")
                json.value(opened.revision) { $0.integer($1) }
                json.name("seat")
                json.value(opened.seat) { $0.integer($1.rawValue) }
                json.name("status")
                json.string(opened.status.rawValue)
            }
        }
    }

    mutating func write(sent: MessageService.Opened) {
        object { json in
            json.name("revision")
            json.value(sent.revision) { $0.integer($1) }
            json.name("session")
            json.write(sent.session)
            json.name("status")
            json.string(sent.status.rawValue)
        }
    }

    mutating func write(cancelled session: SessionView) {
        object { json in
            json.name("session")
            json.write(session)
        }
    }

    mutating func write(_ events: [EventView], next: Int?) {
        object { json in
            json.name("events")
            json.array(events) { $0.write($1) }
            json.name("next")
            json.value(next) { $0.integer($1) }
        }
    }

    mutating func write(freshMessage message: MessageView) {
        object { json in
            json.name("message")
            json.write(message)
        }
    }
}
