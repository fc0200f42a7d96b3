@_spi(Roundtable) import RoundtableModel
package import Foundation
@_spi(Roundtable) package import GameRules

/// A session as far as its line in a player's list needs it: what small columns tell, without its position.
package struct ListedSession: Sendable {
    package let id: SessionID
    package let game: GameName
    package let revision: Int
    package let phase: Session.Phase
    package let seating: Seating
    package let toAct: [SeatIndex]
    package let updatedAt: Date
    /// When the first of these is late; nil for never.
    package let deadline: Date?
    package let outcome: Outcome?
    /// What its newest event says; nil while there is none.
    package let newest: Newest?
    let place: SessionQuery.Place

    /// What a line says of the newest event.
    package struct Newest: Sendable {
        let mover: Composer.Mover
        let text: GameText

        /// The most bytes of a text that is read for a list: sentences in several languages. Of a move with longer ones
        /// a list says that it was made.
        package static let longest = 8192

        /// An event with its text: the summary, or else the caption; nil if that is too long.
        package init(revision: Int, seat: SeatIndex?, player: PlayerID?, text: GameText?) {
            mover = Composer.Mover(player: player, seat: seat, revision: revision)
            self.text = text ?? GameText("moved", ["mover": .mover])
        }
    }

    package init(
        id: SessionID, game: GameName, revision: Int, phase: Session.Phase, seating: Seating, toAct: [SeatIndex],
        updatedAt: Date, deadline: Date?, outcome: Outcome?, newest: Newest?, place: SessionQuery.Place
    ) {
        self.id = id
        self.game = game
        self.revision = revision
        self.phase = phase
        self.seating = seating
        self.toAct = toAct
        self.updatedAt = updatedAt
        self.deadline = deadline
        self.outcome = outcome
        self.newest = newest
        self.place = place
    }

    /// The cost of the line, in units of some microseconds: one for the session, one for each nickname in it, and one
    /// for each KiB of the text.
    var cost: Int {
        let names = seating.seats.reduce(0) { $0 + ($1.nickname == nil ? 0 : 1) + ($1.formerHolders?.count ?? 0) }
        return 1 + names + (newest?.text.memory ?? 0) / 1024
    }

    /// The line in a player's list.
    func summary(for player: PlayerID, in language: String, _ context: ServiceContext) -> SessionSummary {
        let composer = context.composer
        let names = Attributions(reader: player, seating: seating)
        let own = names.ownSeats
        let image = newest.flatMap(\.mover.revision).map { context.address(of: .picture(revision: $0), in: id).image }
        return SessionSummary(
            id: id, game: game.rawValue, revision: revision, state: SessionState(phase),
            yourTurn: toAct.contains { own.contains($0) },
            summaryText: newest.map { composer.summary($0.text, mover: $0.mover, in: language, for: names) } ?? "",
            updatedAt: updatedAt,
            others: seating.table.all.filter { isListed($0, for: player) }.map { seat in
                composer.displayName(of: seating[seat].player, at: seat, in: language, for: names)
            },
            deadline: deadline.map(context.clockReading.date(of:)), outcome: outcome.map { SessionView.Outcome($0) },
            image: image?.url)
    }

    /// Whether a seat is that of one of the other players: who gave up is one still, once the session is over.
    private func isListed(_ seat: SeatIndex, for player: PlayerID) -> Bool {
        guard seating[seat].player != player else { return false }
        return seating[seat].state == .taken || phase.isEnd && seating[seat].state == .gone
    }
}
