package import Foundation
import GameRules

/// When those who are to act in a session are reminded.
package struct ReminderTime: Sendable {
    /// The first time that comes after the event; nil for none.
    package var next: Date?
    /// Whether a reminder was due before the event, for a turn that goes on: it is kept if it was not made yet.
    package var isKept = false
}

/// Where notices are delivered, if anywhere. Without listeners a turn writes none.
package struct Listeners: Sendable {
    /// Whether there is a webhook.
    package var webhook: Bool
    /// Whether players' devices are notified by Apple's push service.
    package var push: Bool

    package init(webhook: Bool = false, push: Bool = false) {
        self.webhook = webhook
        self.push = push
    }

    var isAnybody: Bool { webhook || push }

    /// When those who are to act after an event are reminded.
    func reminder(in session: Session, after event: Event) -> ReminderTime {
        guard isAnybody else { return ReminderTime() }
        let times = session.toAct.compactMap(session.reminder(of:))
        let now = event.clockReading.clockTime
        return ReminderTime(next: times.filter { $0 > now }.min(), isKept: times.contains { $0 <= now })
    }

    /// The notices of an event.
    ///
    /// - Parameters:
    ///   - previously: the session before it; nil for a new one.
    ///   - kept: the seats that were kept before the event for players of the session before, whose turn may begin as
    ///     well.
    func notices(
        of event: Event, in session: Session, previously: Session?, keeping kept: [SeatIndex: PlayerID],
        makeID: () -> UUID
    ) -> [Notice] {
        guard isAnybody else { return [] }
        let called = session.seatsCalled(by: event, previously: previously, keeping: kept)
        let waiting = event.kind == .opened ? kept.keys.filter { session.seating[$0].state == .open }.sorted() : []
        let isOffer = event.kind == .offered
        var items = [Notice.Item(event.kind == .opened ? .opened : .committed, seat: event.seat)]
        if isOffer { items.append(Notice.Item(.offered, seat: event.seat)) }
        items += waiting.map { Notice.Item(.kept, seat: $0) }
        items += called.map { session.notice(.yourTurn, to: $0) }
        if session.isOver { items.append(Notice.Item(.finished)) }
        let addressed = isOffer ? session.seating.table.taken.filter { $0 != event.seat } : called + waiting
        let players = addressed.compactMap { session.player(toTellAt: $0, keeping: kept) }
        let toAct = called.compactMap { session.player(toTellAt: $0, keeping: kept) }
        let alerts = players.lazy.filter { $0 != event.player }
            .map { ($0, Notice.Item(isOffer ? .offered : toAct.contains($0) ? .yourTurn : .kept)) }
        return notices(
            items, alerts, on: .push, in: session.id, by: event.player ?? session.identity.creator,
            revision: event.revision, at: event.at, makeID)
    }

    /// The notices of a claim, for the webhook alone.
    func notices(of claim: Claim, makeID: () -> UUID) -> [Notice] {
        notices(
            [Notice.Item(.claimed, seat: claim.seat, claim: claim.id)], EmptyCollection(), on: .push,
            in: claim.session, by: claim.player, revision: claim.revision, at: claim.createdAt, makeID)
    }

    func reminders(to seats: [SeatIndex], in session: Session, at now: Date, makeID: () -> UUID) -> [Notice] {
        let items = seats.map { session.notice(.reminder, to: $0) }
        let alerts = zip(seats, items).compactMap { seat, item in
            session.player(toTellAt: seat, keeping: [:]).map { ($0, Notice.Item(.reminder, deadline: item.deadline)) }
        }
        return notices(
            items, alerts, on: .reminder, in: session.id, by: session.identity.creator, revision: session.revision,
            at: now, makeID)
    }

    /// One row for the webhook, and one for each player, with the first of their alerts, as far as they are heard.
    private func notices(
        _ items: [Notice.Item], _ alerts: some Sequence<(PlayerID, Notice.Item)>, on channel: Notice.Channel,
        in session: SessionID, by author: PlayerID, revision: Int, at now: Date, _ makeID: () -> UUID
    ) -> [Notice] {
        func notice(_ items: [Notice.Item], on line: Notice.Line) -> Notice {
            Notice(
                id: NoticeID(makeID()), line: line, author: author, revision: revision, items: items, createdAt: now)
        }
        var notices: [Notice] = []
        if webhook { notices.append(notice(items, on: .init(session: session, channel: .webhook))) }
        guard push else { return notices }
        for (player, item) in alerts where !notices.contains(where: { $0.line.player == player }) {
            notices.append(notice([item], on: .init(session: session, channel: channel, player: player)))
        }
        return notices
    }
}

extension Session {
    /// When the player of a seat is reminded: when a quarter of the turn is left. Nil for a seat whose clock does not
    /// run.
    func reminder(of seat: SeatIndex) -> Date? {
        guard let clock = identity.clock, let deadline = seating[seat].clock?.deadline else { return nil }
        return deadline.adding(seconds: -(clock.turnSeconds / 4))
    }

    fileprivate func notice(_ kind: NoticeKind, to seat: SeatIndex) -> Notice.Item {
        Notice.Item(kind, seat: seat, player: seating[seat].player, deadline: seating[seat].clock?.deadline)
    }

    /// The player who has a seat, or for whom it is kept; nil for nobody.
    fileprivate func player(toTellAt seat: SeatIndex, keeping kept: [SeatIndex: PlayerID]) -> PlayerID? {
        seating[seat].state == .taken ? seating[seat].player : kept[seat]
    }

    /// The seats whose turn begins with an event, whose player has changed by it, or for whom the game waits from then
    /// on. A player is not told of their own doing, unless it gave them a seat whose turn it is.
    fileprivate func seatsCalled(
        by event: Event, previously: Session?, keeping kept: [SeatIndex: PlayerID]
    ) -> [SeatIndex] {
        let before = previously?.toAct ?? []
        return toAct.filter { seat in
            guard let player = player(toTellAt: seat, keeping: kept) else { return false }
            // NB: who takes a seat that is kept for them was called when its turn began.
            let wasCalled = before.contains(seat) && previously?.player(toTellAt: seat, keeping: kept) == player
            if event.kind.isByPlayer, event.player == player {
                return !wasCalled && (event.kind == .joined || event.kind == .reclaimed)
            }
            guard wasCalled else { return true }
            let wasWaitedFor = previously?.isWaiting(for: seat) == true
            return isWaiting(for: seat) && (!wasWaitedFor || event.beginsTurnAnew(of: seat))
        }
    }
}

extension Event {
    /// Whether a seat that was to act before the event, and is after it, has another turn.
    fileprivate func beginsTurnAnew(of seat: SeatIndex) -> Bool {
        switch kind {
        case .timedOut, .skipped: self.seat == seat
        case .undone: true
        default: false
        }
    }
}
