package import GameRules
package import RoundtableJSON

/// Who has which seat of a session, and who had it before.
package struct Seating: Hashable, Sendable {
    /// One seat with its holder.
    package struct Seat: Hashable, Sendable {
        package var state: GameTable.Seat = .open
        /// The player who has it, or had it before leaving; nil while it is open.
        package var player: PlayerID?
        package var nickname: Nickname?
        /// The event since which its player has had the nickname; nil if that is the one by which they took the seat.
        package var namedAt: Int?
        /// The event by which its player took it; nil for the creator, who never took it.
        package var takenAt: Int?
        /// The newest event that this seat committed by acting.
        package var lastActed: Int?
        /// The newest event by which its turn passed without an act of its player, in a game with secrets; nil for
        /// none.
        package var lastPassed: Int?
        /// Whether its player has opened the session or moved; nil for no.
        package var hasMoved: Bool?
        /// Who had it before, the newest last; nil for nobody.
        package var formerHolders: [Holder]?
        /// The number of moves that the seat has made, whoever had it, in a game with secrets; nil for none.
        package var moves: Int?
        /// Its clock; nil if nothing but the session's own clock is to be known of it.
        package var clock: SeatClock?
    }

    /// Who had a seat for a while.
    package struct Holder: Hashable, Sendable {
        package let player: PlayerID
        package var nickname: Nickname?
        /// The event since which they had the nickname; nil if that is the one by which they took the seat.
        package var namedAt: Int?
        /// The event by which they took it; nil for the creator.
        package let since: Int?
        /// The event by which they lost it.
        package let until: Int
        /// Whether it was reclaimed: whoever had it next is the same person. Nil for no.
        package var wasReclaimed: Bool?
    }

    /// The events since a player last made one.
    package struct Unattended: Hashable, Sendable {
        /// The turns that time has ended.
        package var timeouts = 0
        /// The turns that were skipped.
        package var skips = 0
        /// The seats whose turns those were, each once.
        package var late: [SeatIndex] = []
    }

    /// The number of former holders of a seat that are remembered, so that old events can be told with their names.
    static let rememberedHolders = 8

    package var seats: [Seat] {
        didSet { table = GameTable(seats: seats.map(\.state)) }
    }
    /// The seats as the rules see them.
    package private(set) var table: GameTable
    /// The number of people that the conversation had when the session was founded; nil if that is not known.
    package var participants: Int?
    /// The events since a player last made one; nil for none, and once the session is over.
    package var unattended: Unattended?
    /// The offer that players have not answered yet; nil for none.
    package var offer: Offer?
    /// The offers that were taken back by who made them since the game last changed; nil for none.
    package var withdrawn: [Offer]?
    /// Whether the clocks stand still because all agreed; nil for no.
    package var isPaused: Bool?
    /// The bytes of the events of each seat, as their rows were written; those of no seat count with the first. Not
    /// decided by what the events say, but kept with the seats, which each of them writes anyway.
    package var bytes: [Int] = []
    /// The bytes that the turns of each seat have written besides: the session anew, as far as it is large. Empty for
    /// none, as in nearly all games.
    package var rewritten: [Int] = []

    package init(openSeats count: Int, participants: Int? = nil) {
        seats = Array(repeating: Seat(), count: count)
        table = GameTable(openSeats: count)
        self.participants = participants
    }

    /// One seat; a seat that there is none of is `closed`.
    package subscript(seat: SeatIndex) -> Seat {
        get { has(seat) ? seats[seat.rawValue] : Seat(state: .closed) }
        set { seats[seat.rawValue] = newValue }
    }

    package func has(_ seat: SeatIndex) -> Bool { seats.indices.contains(seat.rawValue) }

    /// The seats a player has and plays, in order.
    package func seats(of player: PlayerID) -> [SeatIndex] {
        seats.indices.compactMap { seats[$0].state == .taken && seats[$0].player == player ? SeatIndex($0) : nil }
    }

    /// Whether a player has a seat and plays it.
    package func hasSeat(of player: PlayerID) -> Bool {
        seats.contains { $0.state == .taken && $0.player == player }
    }

    /// The players who have some seats and play them.
    package func players(of seats: [SeatIndex]) -> [PlayerID] {
        seats.compactMap { self[$0].state == .taken ? self[$0].player : nil }
    }

    /// Whether a player has a seat, or had one until they left.
    package func hasKnown(_ player: PlayerID) -> Bool { seats.contains { $0.player == player } }

    /// Whether a player may have made an event after a revision: for certain not, if this says so.
    func mayHaveActed(_ player: PlayerID, after revision: Int) -> Bool {
        seats.contains { seat in
            // NB: whoever leaves a seat is not noted as having acted.
            if seat.player == player, seat.state == .gone || seat.lastActed ?? 0 > revision { return true }
            guard let holders = seat.formerHolders else { return false }
            return holders.count == Self.rememberedHolders
                || holders.contains { $0.player == player && $0.until > revision }
        }
    }

    /// Whether a seat that a player has, or has left, acted after a revision.
    func hasActed(_ player: PlayerID, after revision: Int) -> Bool {
        seats.contains { $0.player == player && $0.lastActed ?? 0 > revision }
    }

    /// The same without the bytes of events: all that the events decide.
    var decided: Seating {
        var seating = self
        (seating.bytes, seating.rewritten) = ([], [])
        return seating
    }

    var hasFormerHolders: Bool { seats.contains { $0.formerHolders != nil } }

    /// The player as whom somebody plays by now: themselves, unless their seat was reclaimed.
    package func person(_ player: PlayerID) -> PlayerID {
        guard hasFormerHolders else { return player }
        var person = player
        var seen: Set = [player]
        while let next = successor(of: person), seen.insert(next).inserted { person = next }
        return person
    }

    private func successor(of player: PlayerID) -> PlayerID? {
        for seat in seats {
            let holders = seat.formerHolders ?? []
            for (index, holder) in holders.enumerated() where holder.player == player && holder.wasReclaimed == true {
                let next = index + 1 < holders.count ? holders[index + 1].player : seat.player
                if let next, next != player { return next }
            }
        }
        return nil
    }

    /// The player of a seat when a revision was the newest; by default now. Nil for a seat that nobody had, or whose
    /// holders of then are forgotten.
    package func player(of seat: SeatIndex, at revision: Int? = nil) -> PlayerID? {
        guard let revision, let holders = self[seat].formerHolders, revision < (self[seat].takenAt ?? .max) else {
            return self[seat].player
        }
        return holders.first { revision >= $0.since ?? 0 && revision < $0.until }?.player
    }
}

extension Seating: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("bytes", ifPresent: bytes.isEmpty ? nil : bytes)
        json.member("isPaused", ifPresent: isPaused)
        json.member("offer", ifPresent: offer)
        json.member("participants", ifPresent: participants)
        json.member("rewritten", ifPresent: rewritten.isEmpty ? nil : rewritten)
        json.member("seats", seats)
        json.member("unattended", ifPresent: unattended)
        json.member("withdrawn", ifPresent: withdrawn)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        seats = try json.read("seats")
        table = GameTable(seats: seats.map(\.state))
        participants = try json.readIfPresent("participants")
        unattended = try json.readIfPresent("unattended")
        offer = try json.readIfPresent("offer")
        withdrawn = try json.readIfPresent("withdrawn")
        isPaused = try json.readIfPresent("isPaused")
        bytes = try json.readIfPresent("bytes") ?? []
        rewritten = try json.readIfPresent("rewritten") ?? []
        guard max(bytes.count, rewritten.count) <= max(1, seats.count), (bytes + rewritten).allSatisfy(\.isCount)
        else { throw json.error(expected: "the bytes of each seat's events") }
    }
}

extension Int {
    /// Whether it may have been counted: whatever is added to it later fits, too. Files of sessions are written by
    /// anybody.
    fileprivate var isCount: Bool { (0...1 << 48).contains(self) }
}

extension Seating.Unattended: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("late", ifPresent: late.isEmpty ? nil : late)
        json.member("skips", skips)
        json.member("timeouts", timeouts)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            timeouts: try json.read("timeouts"), skips: try json.read("skips"),
            late: try json.readIfPresent("late") ?? [])
        guard timeouts.isCount, skips.isCount else { throw json.error(expected: "numbers of turns") }
    }
}

/// Most seats are taken, and have no state written.
extension Seating.Seat: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("clock", ifPresent: clock)
        json.member("formerHolders", ifPresent: formerHolders)
        json.member("hasMoved", ifPresent: hasMoved)
        json.member("lastActed", ifPresent: lastActed)
        json.member("lastPassed", ifPresent: lastPassed)
        json.member("moves", ifPresent: moves)
        json.member("namedAt", ifPresent: namedAt)
        json.member("nickname", ifPresent: nickname)
        json.member("player", ifPresent: player)
        json.member("state", ifPresent: state == .taken ? nil : state)
        json.member("takenAt", ifPresent: takenAt)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            state: try json.readIfPresent("state") ?? .taken, player: try json.readIfPresent("player"),
            nickname: try json.readIfPresent("nickname"), namedAt: try json.readIfPresent("namedAt"),
            takenAt: try json.readIfPresent("takenAt"),
            lastActed: try json.readIfPresent("lastActed"), lastPassed: try json.readIfPresent("lastPassed"),
            hasMoved: try json.readIfPresent("hasMoved"),
            formerHolders: try json.readIfPresent("formerHolders"), moves: try json.readIfPresent("moves"),
            clock: try json.readIfPresent("clock"))
        guard moves?.isCount ?? true else { throw json.error(expected: "a number of moves") }
    }
}

extension Seating.Holder: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("namedAt", ifPresent: namedAt)
        json.member("nickname", ifPresent: nickname)
        json.member("player", player)
        json.member("since", ifPresent: since)
        json.member("until", until)
        json.member("wasReclaimed", ifPresent: wasReclaimed)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            player: try json.read("player"), nickname: try json.readIfPresent("nickname"),
            namedAt: try json.readIfPresent("namedAt"), since: try json.readIfPresent("since"),
            until: try json.read("until"),
            wasReclaimed: try json.readIfPresent("wasReclaimed"))
    }
}

extension Seating {
    mutating func grow() { seats.append(Seat()) }

    mutating func take(_ seat: SeatIndex, by player: PlayerID?, at revision: Int) {
        let (former, moves) = (self[seat].formerHolders, self[seat].moves)
        self[seat] = Seat(state: .taken, player: player, takenAt: revision, formerHolders: former, moves: moves)
    }

    mutating func reopen(_ seat: SeatIndex, at revision: Int) {
        remember(seat, until: revision)
        let (former, moves) = (self[seat].formerHolders, self[seat].moves)
        self[seat] = Seat(formerHolders: former, moves: moves)
    }

    /// An open seat is kept no more for a player who does not want it.
    mutating func giveUp(_ seat: SeatIndex, by player: PlayerID, at revision: Int) {
        let holder = Holder(player: player, since: revision, until: revision)
        self[seat].formerHolders = ((self[seat].formerHolders ?? []) + [holder]).suffix(Self.rememberedHolders)
    }

    mutating func hand(_ seat: SeatIndex, to player: PlayerID, at revision: Int) {
        remember(seat, until: revision, isReclaimed: true)
        self[seat].player = player
        (self[seat].nickname, self[seat].namedAt) = (nil, nil)
        self[seat].takenAt = revision
    }

    /// A seat's player goes by a nickname from an event on.
    mutating func name(_ seat: SeatIndex, _ nickname: Nickname, at revision: Int) {
        if self[seat].nickname?.isSame(as: nickname) != true {
            self[seat].namedAt = revision == self[seat].takenAt ?? 1 ? nil : revision
        }
        self[seat].nickname = nickname
    }

    /// Notes whether a player has made an event.
    mutating func note(_ kind: Event.Kind, of seat: SeatIndex?) {
        if kind.isByPlayer {
            unattended = nil
        } else {
            var events = unattended ?? Unattended()
            if kind == .timedOut {
                events.timeouts += 1
                if let seat, !events.late.contains(seat) { events.late.append(seat) }
            } else {
                events.skips += 1
            }
            unattended = events
        }
    }

    /// The event by which a seat was last given back; nil if none of its holders did that. Who had it until then is
    /// somebody else than who has it now.
    func reopening(of seat: SeatIndex) -> Int? {
        self[seat].formerHolders?.last { $0.wasReclaimed != true }?.until
    }

    private mutating func remember(_ seat: SeatIndex, until revision: Int, isReclaimed: Bool = false) {
        guard let player = self[seat].player else { return }
        let holder = Holder(
            player: player, nickname: self[seat].nickname, namedAt: self[seat].namedAt, since: self[seat].takenAt,
            until: revision, wasReclaimed: isReclaimed ? true : nil)
        self[seat].formerHolders = ((self[seat].formerHolders ?? []) + [holder]).suffix(Self.rememberedHolders)
    }
}

extension Seating.Seat {
    /// The event since which its player has had the nickname, with this credential or one whose seat they reclaimed.
    var namedSince: Int {
        var since = namedAt ?? takenAt ?? 1
        for holder in (formerHolders ?? []).reversed() {
            guard holder.wasReclaimed == true, let nickname, holder.nickname?.isSame(as: nickname) == true else {
                break
            }
            since = holder.namedAt ?? holder.since ?? 1
        }
        return since
    }
}
