package import Foundation

/// A player on one device in one session: what the device calls itself and the others, and what it has reported.
package struct Device: Sendable, Equatable {
    /// The number of participants of earlier conversations that are remembered.
    static let rememberedRemotes = 64

    package let player: PlayerID
    /// The identifiers it last sent.
    package private(set) var conversation: Conversation
    /// The session's revision when it first reported exactly these participants; nil if that is not known.
    package private(set) var since: Int?
    /// The session's revision when it last reported them; `told_at` in the database.
    package private(set) var reportedAt: Int
    /// Participants it reported before, who are not in its conversation now.
    package private(set) var formerRemotes: [ParticipantID]
    /// The identifiers of the others, as far as they are known.
    package var aliases: AliasBook
    /// Raised whenever the store writes it; 0 if it is not kept yet. Changes are kept on the condition that this is
    /// still so.
    package private(set) var version: Int

    package init(
        player: PlayerID, conversation: Conversation, since: Int? = nil, reportedAt: Int? = nil,
        formerRemotes: [ParticipantID] = [], aliases: AliasBook = AliasBook(), version: Int = 0
    ) {
        self.player = player
        self.conversation = conversation
        self.since = since
        self.reportedAt = reportedAt ?? since ?? 0
        self.formerRemotes = formerRemotes
        self.aliases = aliases
        self.version = version
    }

    /// The same device after the store has written it once more.
    package func kept(at now: Date) -> Device {
        var device = self
        device.version = version == 0 ? Self.firstVersion(at: now) : version + 1
        return device
    }

    /// By the clock, so that a device that was forgotten and reports again is not taken for what it was.
    ///
    /// NB: a thousand for each millisecond: of two who keep it first, the second must not seem to follow the first.
    private static func firstVersion(at now: Date) -> Int {
        let milliseconds = Int((now.timeIntervalSince1970 * 1000).rounded())
        return (milliseconds & 0xF_FFFF) << 10 | 1
    }

    /// The same device with the people of its conversation as it reports them now; they may have come and gone since it
    /// last did.
    package func reporting(_ conversation: Conversation, at revision: Int) -> Device {
        var device = self
        device.conversation = conversation
        device.reportedAt = max(device.reportedAt, revision)
        if conversation.remotes != self.conversation.remotes,
            Set(conversation.remotes) != Set(self.conversation.remotes)
        {
            device.since = revision
            let left = (formerRemotes + self.conversation.remotes).filter { !conversation.remotes.contains($0) }
            device.formerRemotes = Array(left.suffix(Self.rememberedRemotes))
        }
        return device
    }
}

extension Device {
    /// The player whom a participant is known to be, with the evidence, if nobody else of the conversation may be that
    /// player.
    ///
    /// Of two people who were both reported to be one player, one has put the other's bubble back into the
    /// conversation: nobody can tell which, until one of them turns out to be somebody else. Whoever is known as the
    /// player that this one's seat was reclaimed from may be the same person. An address outside the conversation that
    /// a player sends from besides the one inside is no contradiction, unless the player was known by it first.
    ///
    /// - Parameter known: ``playersByPerson(in:)``, for whoever asks about several participants.
    func onlyAlias(
        of participant: ParticipantID, in seating: Seating, known: [PlayerID: [PlayerID]]? = nil
    ) -> (player: PlayerID, evidence: AliasBook.Evidence)? {
        guard let (player, evidence) = aliases.alias(of: participant) else { return nil }
        let samePerson = (known ?? playersByPerson(in: seating))[player] ?? []
        func contradicts(_ other: ParticipantID) -> Bool {
            other != participant
                && (aliases.mayBe(other, player) || samePerson.contains { aliases.mayBe(other, $0) })
        }
        let isContradicted =
            contradicts(conversation.local) || conversation.remotes.contains(where: contradicts)
            || formerRemotes.contains(where: contradicts) || aliases.first(of: player).map(contradicts) ?? false
        return isContradicted ? nil : (player, evidence)
    }

    /// The players that were reported, by the person whom each of them plays as by now; none where nobody has reclaimed
    /// a seat, and everybody is themselves.
    func playersByPerson(in seating: Seating) -> [PlayerID: [PlayerID]] {
        guard seating.hasFormerHolders else { return [:] }
        return Dictionary(grouping: aliases.players, by: seating.person)
    }

    /// Whether this is worth keeping in place of what is known: that it reported the same people again is, only if that
    /// settles who one of them is.
    func hasChanges(from known: Device?, in seating: Seating) -> Bool {
        guard let known, known != self else { return known == nil }
        var same = known
        same.reportedAt = reportedAt
        guard same == self else { return true }
        guard maySettle(in: seating) else { return false }
        return NamedPlayers(Alias.all(of: known, in: seating)) != NamedPlayers(Alias.all(of: self, in: seating))
    }

    /// Whether it can matter when the device last reported these people: one of them is unknown, and they may have
    /// changed.
    private func maySettle(in seating: Seating) -> Bool {
        !isPair(in: seating) && conversation.remotes.count { !aliases.hasReported($0) } == 1
    }

    /// Whether the conversation is one of two people, who never change.
    func isPair(in seating: Seating) -> Bool { seating.participants == 2 && formerRemotes.isEmpty }

    /// Takes in a report: this participant sent a message that a player had made.
    ///
    /// A message that this player made and somebody else sent teaches nothing: somebody put it back into the
    /// conversation. One that another player made and this device's user sent names nobody, but tells who is nobody
    /// else here.
    package mutating func learn(
        _ sender: ParticipantID, sent evidence: AliasBook.Evidence, madeBy author: PlayerID
    ) -> Hint? {
        guard author != player else { return nil }
        aliases.learn(sender, sent: evidence, madeBy: author)
        return sender == conversation.local ? .sentByYou : nil
    }

    /// The charge of its player for keeping it in place of what is known of it: for a large row, and for whatever a
    /// device writes that knows new people each time.
    func charge(
        replacing known: Device?, at now: Date, within quotas: Quotas?
    ) throws(ServiceError) -> ByteCharge? {
        let hasOthers = known.map { Set($0.conversation.remotes) != Set(conversation.remotes) } ?? false
        return try ByteAllowance(ofPlayer: quotas?.playerBytes)
            .charge(of: rowBytes, to: player, at: now, from: hasOthers ? 0 : ByteCharge.large)
    }

    /// The bytes of its row, roughly.
    private var rowBytes: Int {
        let (participants, sightings) = aliases.size
        return 256 + 16 * (conversation.remotes.count + formerRemotes.count) + 128 * (participants + sightings)
    }
}
