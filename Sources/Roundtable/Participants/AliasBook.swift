package import Foundation
package import RoundtableJSON
@_spi(Roundtable) import RoundtableModel

/// The reports of one device of who is who in one session.
///
/// Everything in it was reported by this device and changes only what this device is shown.
package struct AliasBook: Hashable, Sendable {
    /// The evidence of one report.
    package struct Evidence: Hashable, Sendable {
        /// The revision of the message that was reported to have been sent: newer messages are better evidence.
        package let revision: Int
        package let at: Date

        package init(revision: Int, at: Date) {
            self.revision = revision
            self.at = at
        }
    }

    /// Who a participant was reported to be.
    struct Entry: Hashable, Sendable {
        /// The newest message of each player that this participant was reported to have sent.
        var sightings: [PlayerID: Evidence]
        /// The newest revision there was a sighting of when the reports began to contradict each other.
        var contestedAt: Int?
        /// Who the participant was first reported to be.
        var first: PlayerID?

        /// The player and the evidence, unless reports contradict each other and no newer one settles it.
        var resolved: (player: PlayerID, evidence: Evidence)? {
            guard let newest = sightings.max(by: { $0.value.revision < $1.value.revision }) else { return nil }
            guard let contestedAt else { return (newest.key, newest.value) }
            let alone = sightings.count { $0.value.revision == newest.value.revision } == 1
            return alone && newest.value.revision > contestedAt ? (newest.key, newest.value) : nil
        }

        var newestRevision: Int { sightings.values.map(\.revision).max() ?? 0 }
    }

    /// The number of participants that a device may report in one session; those sighted longest ago go first.
    static let capacity = 64
    /// The number of players that one participant may be reported to be; those sighted longest ago go first.
    static let playersOfOne = 8

    private(set) var entries: [ParticipantID: Entry] = [:]
    /// Which participant each player was first reported to be.
    private var firsts: [PlayerID: ParticipantID] = [:]

    package init() {}

    /// Whether a participant was reported to have sent something.
    func hasReported(_ participant: ParticipantID) -> Bool { entries[participant] != nil }

    /// Whether all that a participant was reported to have sent was one player's.
    func isReportedOnce(_ participant: ParticipantID) -> Bool { entries[participant]?.sightings.count == 1 }

    package var participants: [ParticipantID] { Array(entries.keys) }

    /// The numbers of participants who were reported to have sent something, and of players they were reported to be in
    /// all.
    package var size: (participants: Int, sightings: Int) {
        (entries.count, entries.values.reduce(0) { $0 + $1.sightings.count })
    }

    /// The player whom a participant is known to be, with the evidence; nil if unknown or contested.
    ///
    /// Whoever puts back several bubbles of another's looks more and more like them. So what is newer than a dispute
    /// brings back whom the device knew first; it makes the participant somebody else only if all others who were
    /// reported are known to be other participants.
    package func alias(of participant: ParticipantID) -> (player: PlayerID, evidence: Evidence)? {
        guard let entry = entries[participant], let resolved = entry.resolved else { return nil }
        guard entry.contestedAt != nil, resolved.player != entry.first else { return resolved }
        let others = entry.sightings.keys.filter { $0 != resolved.player }
        let areElsewhere = others.allSatisfy { other in
            entries.contains { $0.key != participant && $0.value.resolved?.player == other }
        }
        return areElsewhere ? resolved : nil
    }

    /// Whether reports about a participant contradict each other.
    package func isContested(_ participant: ParticipantID) -> Bool {
        entries[participant] != nil && alias(of: participant) == nil
    }

    /// All players whose messages were reported, rightly or not.
    var players: Set<PlayerID> { Set(entries.values.flatMap(\.sightings.keys)) }

    /// Whether a message of a player's was reported, rightly or not.
    func hasReport(of player: PlayerID) -> Bool { entries.contains { $0.value.sightings[player] != nil } }

    /// Whether a participant was reported to be a player, and not found to be somebody else since.
    func mayBe(_ participant: ParticipantID, _ player: PlayerID) -> Bool {
        guard entries[participant]?.sightings[player] != nil else { return false }
        return alias(of: participant).map { $0.player == player } ?? true
    }

    /// The participant whom a player was first reported to be, if they may still be that player.
    func first(of player: PlayerID) -> ParticipantID? {
        firsts[player].flatMap { mayBe($0, player) ? $0 : nil }
    }

    /// The newest revision that a participant was sighted with.
    func newestSighting(of participant: ParticipantID) -> Int { entries[participant]?.newestRevision ?? 0 }

    /// Takes in a report: this participant sent a message that a player had made.
    ///
    /// A report that contradicts the others opens a dispute, which only what is newer than all of them settles. Old
    /// bubbles tapped again say nothing new, and what is no newer than a settled dispute does not open it again.
    package mutating func learn(_ participant: ParticipantID, sent evidence: Evidence, madeBy player: PlayerID) {
        var entry = entries[participant] ?? Entry(sightings: [:])
        if let known = entry.sightings[player], evidence.revision <= known.revision { return }
        let contradicts =
            entry.resolved.map { $0.player != player } ?? (!entry.sightings.isEmpty && entry.sightings[player] == nil)
        let newest = entry.newestRevision
        entry.first = entry.first ?? player
        firsts[player] = first(of: player) ?? participant
        entry.sightings[player] = evidence
        if contradicts, entry.contestedAt.map({ evidence.revision > $0 }) ?? true {
            entry.contestedAt = max(newest, evidence.revision)
        }
        if let forgotten = entry.forgetOldest(), firsts[forgotten] == participant { firsts[forgotten] = nil }
        entries[participant] = entry
        forgetOldest()
    }

    /// The same where reports about one participant as two players don't contradict each other, since both are one
    /// person: a seat was reclaimed. A participant whom this device knows only as the former player stays that one.
    package func merging(_ person: (PlayerID) -> PlayerID) -> AliasBook {
        var book = self
        for (participant, entry) in entries where entry.sightings.count > 1 {
            let merged = entry.merging(person)
            if merged.sightings.count < entry.sightings.count { book.entries[participant] = merged }
        }
        for (player, first) in firsts {
            let successor = person(player)
            if successor != player, book.first(of: successor) == nil { book.firsts[successor] = first }
        }
        return book
    }

    /// The same with one player told as another; reports about both don't contradict each other any more.
    func renaming(_ player: PlayerID, to successor: PlayerID) -> AliasBook {
        var book = self
        for (participant, entry) in entries where entry.sightings[player] != nil {
            book.entries[participant] = entry.merging { $0 == player ? successor : $0 }
        }
        if let first = book.firsts.removeValue(forKey: player), book.first(of: successor) == nil {
            book.firsts[successor] = first
        }
        return book
    }

    /// The same without any report about a player.
    func forgetting(_ player: PlayerID) -> AliasBook {
        var book = self
        for (participant, entry) in entries where entry.sightings[player] != nil {
            book.entries[participant]?.sightings[player] = nil
            if entry.first == player { book.entries[participant]?.first = nil }
            if entry.sightings.count == 1 { book.entries[participant] = nil }
        }
        book.firsts[player] = nil
        return book
    }

    private mutating func forgetOldest() {
        guard entries.count > Self.capacity else { return }
        let oldest = entries.min { $0.value.newestRevision < $1.value.newestRevision }?.key
        if let oldest { entries[oldest] = nil }
        firsts = firsts.filter { entries[$0.value] != nil }
    }
}

extension AliasBook.Entry {
    /// The same where several players are told as one person; they don't contradict each other any more.
    fileprivate func merging(_ person: (PlayerID) -> PlayerID) -> AliasBook.Entry {
        let merged = Dictionary(
            sightings.map { (person($0.key), $0.value) }, uniquingKeysWith: { $0.revision < $1.revision ? $1 : $0 })
        return AliasBook.Entry(
            sightings: merged, contestedAt: merged.count == 1 ? nil : contestedAt, first: first.map(person))
    }

    /// Forgets the player sighted longest ago, if there are too many.
    fileprivate mutating func forgetOldest() -> PlayerID? {
        guard sightings.count > AliasBook.playersOfOne else { return nil }
        let oldest = sightings.min { $0.value.revision < $1.value.revision }?.key
        if let oldest { sightings[oldest] = nil }
        return oldest
    }
}

/// A book is written with every report, so what follows from the sightings is left out. If a player was reported to be
/// one participant only, that is the first one; if a participant was reported to be one player only, so is that player.
extension AliasBook: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        let only = onlyParticipants
        let others = Set(firsts.keys).union(only.keys).filter { firsts[$0] != only[$0] }
        json.object { json in
            json.member("entries", entries)
            guard !others.isEmpty else { return }
            json.member("firsts", Dictionary(uniqueKeysWithValues: others.map { ($0, firsts[$0]) }))
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        entries = try json.read(keyed: "entries")
        firsts = onlyParticipants
        for (player, first) in try json.member("firsts")?.members() ?? [] {
            guard let player = PlayerID(player.text) else { continue }
            firsts[player] = first.kind == .null ? nil : try ParticipantID(first)
        }
    }

    /// The participant that a player was reported to be, for each player for whom that is always the same one.
    private var onlyParticipants: [PlayerID: ParticipantID] {
        var only: [PlayerID: ParticipantID] = [:]
        var others: Set<PlayerID> = []
        for (participant, entry) in entries {
            for player in entry.sightings.keys where only.updateValue(participant, forKey: player) != nil {
                others.insert(player)
            }
        }
        for player in others { only[player] = nil }
        return only
    }
}

extension AliasBook.Entry: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("contestedAt", ifPresent: contestedAt)
            if first != onlyPlayer { json.member("first", first) }
            json.member("sightings", sightings)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            sightings: try json.read(keyed: "sightings"), contestedAt: try json.readIfPresent("contestedAt"))
        first = try json.member("first") == nil ? onlyPlayer : try json.readIfPresent("first")
    }

    /// The player whom the participant was reported to be, if it was always the same one.
    private var onlyPlayer: PlayerID? { sightings.count == 1 ? sightings.first?.key : nil }
}

/// The time is in seconds since 2001.
extension AliasBook.Evidence: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("at", at.timeIntervalSinceReferenceDate)
            json.member("revision", revision)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            revision: try json.read("revision"), at: Date(timeIntervalSinceReferenceDate: try json.read("at")))
    }
}
