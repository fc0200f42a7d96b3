import Foundation
import GameRules
import RoundtableJSON
import RoundtableModel

/// A message to the webhook: one notice, as Standard Webhooks has it.
package struct WebhookMessage: Sendable {
    /// The same whenever the message is sent again.
    package let id: String
    /// The JSON of it, in UTF-8.
    package let body: [UInt8]
}

/// A notice on a player's device.
package struct PushAlert: Sendable, Equatable {
    package let title: String
    package let body: String
    package let session: SessionID
    /// The number of games that wait for the player.
    package let badge: Int
}

/// Writes notices for who reads them: from the session and the event as they are kept when a notice is delivered, so
/// that the outbox holds no names and no texts.
package struct NoticeWriter: Sendable {
    private let context: ServiceContext
    private let store: any SessionStores & PushTokenStore

    package init(context: ServiceContext, store: any SessionStores & PushTokenStore) {
        self.context = context
        self.store = store
    }

    // MARK: - For the webhook

    /// The messages of a notice that are not delivered yet.
    ///
    /// - Returns: none if the session is gone.
    package func messages(of row: OutboxRow) async throws(ServiceError) -> [WebhookMessage] {
        let notice = row.notice
        guard let record = try await store.record(of: notice.line.session, for: nil) else { return [] }
        let session = record.session
        let presenter = SessionPresenter(
            context: context, names: Attributions(reader: nil, seating: session.seating),
            language: Composer.sourceLanguage)
        let event = try await notice.revision > 0 ? store.event(notice.revision, of: session) : nil
        let kept = notice.items.contains(where: \.needsPlayer) ? try await keptSeats(of: notice, in: session) : [:]
        var messages: [WebhookMessage] = []
        for (place, item) in notice.items.enumerated().dropFirst(row.progress.delivered) {
            let event = item.kind == .claimed ? nil : event
            let claim =
                if let id = item.claim { try await store.claim(id, of: session.id) } else { Claim?.none }
            let player: PlayerID? =
                switch item.kind {
                case .opened, .committed, .offered: event?.player
                case .kept, .yourTurn: item.player ?? item.seat.flatMap { session.seating[$0].player ?? kept[$0] }
                case .reminder: item.player
                case .finished: nil
                case .claimed: claim?.player
                }
            let summary: String? =
                if let claim {
                    presenter.displayed(
                        .claim(to: claim.seat), by: Composer.Mover(player: claim.player, seat: claim.seat)
                    ).summary
                } else {
                    event.map(presenter.summaryText(of:))
                }
            let payload = WebhookPayload(
                item: item, notice: notice, game: session.identity.game, player: player,
                deadline: item.deadline.map(context.clockReading.date(of:)), kind: event.map { EventKind($0.kind) },
                summary: summary)
            messages.append(
                WebhookMessage(id: "\(notice.id.uuid.uuidString.lowercased())-\(place)", body: payload.json))
        }
        return messages
    }

    /// The seats that were kept when a notice was made. That the session before is damaged is no reason to hold the
    /// notices of this one back.
    ///
    /// - Throws: `unavailable`.
    private func keptSeats(
        of notice: Notice, in session: Session
    ) async throws(ServiceError) -> [SeatIndex: PlayerID] {
        do {
            return try await store.keptSeats(of: session, at: notice.createdAt)
        } catch {
            if error.code == .unavailable { throw error }
            return [:]
        }
    }

    // MARK: - For players' devices

    /// The alerts of a notice, by the languages that are asked for.
    ///
    /// - Returns: nil if there is nothing to say any more: the player has acted, or has hidden the session and not acted
    ///   since, or the session is gone; or if a seat is kept for the player, who was told of the session before.
    package func alerts(
        of row: OutboxRow, to player: PlayerID, in locales: Set<String?>
    ) async throws(ServiceError) -> [String?: PushAlert]? {
        let notice = row.notice
        guard let record = try await store.record(of: notice.line.session, for: nil),
            let item = notice.items.first, let event = record.session.newest
        else { return nil }
        let session = record.session
        let own = session.seating.seats(of: player)
        if own.isEmpty, row.toldAt != nil { return nil }
        if let hidden = try await store.hidingRevision(of: session.id, by: player),
            !session.seating.hasActed(player, after: hidden)
        {
            return nil
        }
        let kept = own.isEmpty ? try await store.keptSeats(of: session, at: context.now()) : [:]
        let seats = own + kept.filter { $0.value == player }.keys
        guard !seats.isEmpty else { return nil }
        let isTurn = session.toAct.contains(where: seats.contains)
        let isAsked = session.seating.offer.map { offer in
            !seats.contains(offer.seat) && !seats.contains(where: offer.accepted.contains)
        }
        let key: String
        switch item.kind {
        case .kept:
            guard own.isEmpty else { return nil }
            key = "notice.rematch"
        case .reminder:
            let deadlines = session.toAct.filter(seats.contains).map { session.seating[$0].clock?.deadline }
            guard deadlines.contains(where: { $0?.isWithinSecond(of: item.deadline) ?? false }) else { return nil }
            key = "notice.reminder"
        default:
            // NB: it may stand for an earlier one, whose reason holds while its own does not.
            guard isTurn || isAsked == true else { return nil }
            key = isAsked == true && (item.kind == .offered || !isTurn) ? "notice.offer" : "notice.turn"
        }
        // NB: a game in which the player has a kept seat is none of theirs yet.
        let isWaiting = own.isEmpty && isTurn
        let badge = try await store.waitingGames(of: player) + (isWaiting ? 1 : 0)
        let names = Attributions(reader: player, seating: session.seating)
        var alerts: [String?: PushAlert] = [:]
        for locale in locales {
            let language = context.composer.language(for: [locale].compactMap(\.self))
            let presenter = SessionPresenter(context: context, names: names, language: language)
            alerts[locale] = PushAlert(
                title: context.composer.phrase(key, in: language), body: presenter.summaryText(of: event),
                session: session.id, badge: badge)
        }
        return alerts
    }
}

extension Notice.Item {
    /// Whether it is about whoever has the seat, or for whom it is kept, when it is delivered.
    fileprivate var needsPlayer: Bool { (kind == .kept || kind == .yourTurn) && player == nil }
}

extension Date {
    /// Whether another time is the same, as it is written: to the second.
    fileprivate func isWithinSecond(of other: Date?) -> Bool { other.map { abs(timeIntervalSince($0)) < 1 } ?? false }
}

private struct WebhookPayload: JSONWritable {
    let item: Notice.Item
    let notice: Notice
    let game: GameName
    let player: PlayerID?
    let deadline: Date?
    let kind: EventKind?
    let summary: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("data") { json in
                json.member("deadline", orNull: deadline)
                json.member("game", game.rawValue)
                json.member("kind", orNull: kind)
                json.member("player", orNull: player)
                json.member("revision", notice.revision)
                json.member("seat", orNull: item.seat)
                json.member("session", notice.line.session)
                json.member("summaryText", orNull: summary)
            }
            json.member("timestamp", notice.createdAt)
            json.member("type", item.kind)
        }
    }
}
