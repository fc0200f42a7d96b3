/// What one device calls the players of one session, with the evidence for it.
///
/// Everything in it was reported by this device and changes only what this device is shown.
package struct AliasBook: Hashable, Codable, Sendable {
    /// Who a participant was reported to be.
    struct Entry: Hashable, Codable, Sendable {
        /// The newest message of each player that this participant was reported to have sent, by its revision.
        var sightings: [PlayerID: Int]
        /// The newest sighting there was when the reports began to contradict each other.
        var contestedAt: Int?

        /// The player, unless reports contradict each other and no newer one settles it.
        var player: PlayerID? {
            guard let newest = sightings.max(by: { $0.value < $1.value }) else { return nil }
            guard let contestedAt else { return newest.key }
            let alone = sightings.count { $0.value == newest.value } == 1
            return alone && newest.value > contestedAt ? newest.key : nil
        }
    }

    /// How many participants a device may tell of in one session; those sighted longest ago go first.
    static let capacity = 64

    private(set) var entries: [ParticipantID: Entry] = [:]

    /// A device that has reported nothing yet.
    package init() {}

    /// The player whom a participant is known to be; nil if unknown or contested.
    package func player(of participant: ParticipantID) -> PlayerID? { entries[participant]?.player }

    /// Whether reports about a participant contradict each other.
    package func isContested(_ participant: ParticipantID) -> Bool {
        entries[participant].map { $0.player == nil } ?? false
    }

    /// The newest revision that a participant was sighted with.
    func newestSighting(of participant: ParticipantID) -> Int {
        entries[participant]?.sightings.values.max() ?? 0
    }

    /// Takes in a report: this participant sent a message that a player had made, as of a revision.
    ///
    /// A report that contradicts the others opens a dispute, which only what is newer than all of them settles. Old bubbles
    /// tapped again say nothing new, and what is no newer than a settled dispute does not open it again.
    package mutating func learn(_ participant: ParticipantID, sent revision: Int, madeBy player: PlayerID) {
        var entry = entries[participant] ?? Entry(sightings: [:])
        if let known = entry.sightings[player], revision <= known { return }
        let believed = entry.player
        let newest = entry.sightings.values.max() ?? 0
        entry.sightings[player] = revision
        if let believed, believed != player, entry.contestedAt.map({ revision > $0 }) ?? true {
            entry.contestedAt = max(newest, revision)
        }
        entries[participant] = entry
        forgetOldest()
    }

    private mutating func forgetOldest() {
        guard entries.count > Self.capacity else { return }
        let oldest = entries.keys.min { newestSighting(of: $0) < newestSighting(of: $1) }
        if let oldest { entries[oldest] = nil }
    }
}
