import Foundation
import GameRules
import Roundtable
import RoundtableAPI

extension RoundtableAPI.View {
    /// The wire form of a view.
    init(_ view: SessionView) throws {
        let session = view.session
        self.init(
            id: RoundtableAPI.SessionID(session.id), game: session.identity.game.rawValue,
            rules: session.identity.rules, revision: session.revision,
            state: SessionState(rawValue: session.phase.rawValue) ?? .unknown, you: view.you?.rawValue,
            toAct: session.toAct.map(\.rawValue), deadline: session.deadline, seats: view.seats.map(Seat.init),
            board: try JSONValue(view.board), legalMoves: try view.legalMoves?.map(JSONValue.init),
            outcome: session.outcome.map(RoundtableAPI.Outcome.init), message: try view.message.map(ShownMessage.init),
            draft: try view.draft.map(RoundtableAPI.Draft.init), claims: view.claims.map(RoundtableAPI.Claim.init),
            unsent: view.isUnsent)
    }
}

extension Seat {
    init(_ seat: SessionView.Seat) {
        self.init(
            seat: seat.index.rawValue, state: SeatState(rawValue: seat.state.rawValue) ?? .unknown, you: seat.isOwn,
            participant: seat.participant.map { RoundtableAPI.ParticipantID($0.uuid) }, nickname: seat.nickname,
            attribution: seat.attribution)
    }
}

extension RoundtableAPI.Outcome {
    init(_ outcome: GameRules.Outcome) {
        self.init(
            kind: OutcomeKind(rawValue: outcome.kind.rawValue) ?? .unknown, winners: outcome.winners.map(\.rawValue),
            scores: outcome.scores)
    }
}

extension RoundtableAPI.Draft {
    init(_ draft: SessionView.Draft) throws {
        let message = try Message(draft.message)
        self.init(
            token: message.token, move: try draft.move.map(JSONValue.init), basedOn: draft.basedOn,
            expiresAt: draft.expiresAt, message: message)
    }
}

extension RoundtableAPI.Claim {
    init(_ claim: SessionView.Claim) {
        self.init(
            seat: claim.seat.rawValue, vouches: claim.vouches, needed: Roundtable.Claim.needed, until: claim.until)
    }
}

extension RoundtableAPI.Event {
    /// The wire form of an event.
    init(_ view: EventView) throws {
        let event = view.event
        self.init(
            revision: event.revision, kind: EventKind(rawValue: event.kind.rawValue) ?? .unknown,
            seat: event.seat?.rawValue, joined: event.details.joined, move: try view.move.map(JSONValue.init),
            outcome: event.details.outcome.map(RoundtableAPI.Outcome.init), at: event.at, summaryText: view.summary)
    }
}

extension Message {
    /// The wire form of a message that is the reader's own.
    ///
    /// - Throws: `internal`, for a message of somebody else, whose token is nobody's business.
    init(_ message: MessageView) throws {
        guard let address = message.address, let url = URL(string: address.url) else {
            throw ServiceError(.internal, "A message without an address was to be sent.")
        }
        self.init(
            token: RoundtableAPI.MessageToken(rawValue: address.token), url: url,
            session: RoundtableAPI.SessionID(message.session), revision: message.revision, live: false,
            layout: Layout(message), summaryText: message.texts.summary,
            accessibilityLabel: message.texts.accessibilityLabel)
    }
}

extension ShownMessage {
    init(_ message: MessageView) throws {
        self.init(
            token: message.address.map { RoundtableAPI.MessageToken(rawValue: $0.token) },
            url: message.address.flatMap { URL(string: $0.url) }, session: RoundtableAPI.SessionID(message.session),
            revision: message.revision, live: false, layout: Layout(message), summaryText: message.texts.summary,
            accessibilityLabel: message.texts.accessibilityLabel)
    }
}

extension Layout {
    init(_ message: MessageView) {
        let texts = message.texts
        self.init(
            image: URL(string: message.imageURL), imageTitle: texts.imageTitle, imageSubtitle: texts.imageSubtitle,
            caption: texts.caption, subcaption: texts.subcaption, trailingCaption: texts.trailingCaption,
            trailingSubcaption: texts.trailingSubcaption)
    }
}

extension RoundtableAPI.SessionID {
    init(_ session: Roundtable.SessionID) { self.init(rawValue: session.description) }
}

extension JSONValue {
    /// JSON of the rules as a value of the wire.
    init(_ json: GameJSON) throws { self = try json.decode(JSONValue.self) }
}
