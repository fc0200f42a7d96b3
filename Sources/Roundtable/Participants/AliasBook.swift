package import Foundation

/// What one device has reported of who is who in one session.
///
/// Everything in it was reported by this device and changes only what this device is shown.
package struct AliasBook: Hashable, Codable, Sendable {
    /// The evidence of one report.
    package struct Evidence: Hashable, Codable, Sendable {
        /// The message that was reported to have been sent.
        package let message: MessageReference
        /// Its revision: newer messages are better evidence.
        package let revision: Int
        /// When it was reported.
        package let at: Date

        /// What was reported, and when.
        package init(message: MessageReference, revision: Int, at: Date) {
            self.message = message
            self.revision = revision
            self.at = at
        }
    }

    /// Who a participant was reported to be.
    struct Entry: Hashable, Codable, Sendable {
        /// The newest message of each player that this participant was reported to have sent.
        var sightings: [PlayerID: Evidence]
        /// The newest revision there was a sighting of when the reports began to contradict each other.
        var contestedAt: Int?

        /// The player and the evidence, unless reports contradict each other and no newer one settles it.
        var believed: (player: PlayerID, evidence: Evidence)? {
            guard let newest = sightings.max(by: { $0.value.revision < $1.value.revision }) else { return nil }
            guard let contestedAt else { return (newest.key, newest.value) }
            let alone = sightings.count { $0.value.revision == newest.value.revision } == 1
            return alone && newest.value.revision > contestedAt ? (newest.key, newest.value) : nil
        }

        var newestRevision: Int { sightings.values.map(\.revision).max() ?? 0 }
    }

    /// How many participants a device may tell of in one session; those sighted longest ago go first.
    static let capacity = 64
    /// How many players one participant may be reported to be; those sighted longest ago go first.
    static let playersOfOne = 8

    private(set) var entries: [ParticipantID: Entry] = [:]

    /// A device that has reported nothing yet.
    package init() {}

    /// The participants that were reported to have sent something.
    package var participants: [ParticipantID] { Array(entries.keys) }

    /// The player whom a participant is known to be, with the evidence; nil if unknown or contested.
    package func alias(of participant: ParticipantID) -> (player: PlayerID, evidence: Evidence)? {
        entries[participant]?.believed
    }

    /// The player whom a participant is known to be; nil if unknown or contested.
    package func player(of participant: ParticipantID) -> PlayerID? { alias(of: participant)?.player }

    /// Whether reports about a participant contradict each other.
    package func isContested(_ participant: ParticipantID) -> Bool {
        entries[participant].map { $0.believed == nil } ?? false
    }

    /// The newest revision that a participant was sighted with.
    func newestSighting(of participant: ParticipantID) -> Int { entries[participant]?.newestRevision ?? 0 }

    /// Takes in a report: this participant sent a message that a player had made.
    ///
    /// A report that contradicts the others opens a dispute, which only what is newer than all of them settles. Old bubbles
    /// tapped again say nothing new, and what is no newer than a settled dispute does not open it again.
    package mutating func learn(_ participant: ParticipantID, sent evidence: Evidence, madeBy player: PlayerID) {
        var entry = entries[participant] ?? Entry(sightings: [:])
        if let known = entry.sightings[player], evidence.revision <= known.revision { return }
        let believed = entry.believed?.player
        let newest = entry.newestRevision
        entry.sightings[player] = evidence
        if let believed, believed != player, entry.contestedAt.map({ evidence.revision > $0 }) ?? true {
            entry.contestedAt = max(newest, evidence.revision)
        }
        entry.forgetOldest()
        entries[participant] = entry
        forgetOldest()
    }

    /// The same with players told as whom they play by now; reports about both names of one person don't contradict.
    package func naming(_ person: (PlayerID) -> PlayerID) -> AliasBook {
        guard entries.values.contains(where: { $0.sightings.keys.contains { person($0) != $0 } }) else { return self }
        var book = self
        for (participant, entry) in entries {
            book.entries[participant]?.sightings = Dictionary(
                entry.sightings.map { (person($0.key), $0.value) },
                uniquingKeysWith: { $0.revision < $1.revision ? $1 : $0 })
            if book.entries[participant]?.sightings.count == 1 { book.entries[participant]?.contestedAt = nil }
        }
        return book
    }

    /// The same without any report about a player.
    func forgetting(_ player: PlayerID) -> AliasBook {
        var book = self
        for (participant, entry) in entries where entry.sightings[player] != nil {
            book.entries[participant]?.sightings[player] = nil
            if entry.sightings.count == 1 { book.entries[participant] = nil }
        }
        return book
    }

    private mutating func forgetOldest() {
        guard entries.count > Self.capacity else { return }
        let oldest = entries.min { $0.value.newestRevision < $1.value.newestRevision }?.key
        if let oldest { entries[oldest] = nil }
    }
}

extension AliasBook.Entry {
    fileprivate mutating func forgetOldest() {
        guard sightings.count > AliasBook.playersOfOne else { return }
        let oldest = sightings.min { $0.value.revision < $1.value.revision }?.key
        if let oldest { sightings[oldest] = nil }
    }
}
