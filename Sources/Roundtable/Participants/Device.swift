import Foundation

/// A player on one device in one session: what the device calls itself and the others, and what it has reported.
package struct Device: Sendable, Equatable {
    /// The player.
    package let player: PlayerID
    /// The identifiers it last sent.
    package private(set) var conversation: Conversation
    /// The session's revision when it first told of exactly these participants; nil if that is not known.
    package private(set) var since: Int?
    /// What is known of the others' identifiers.
    package var aliases: AliasBook

    /// A device as it is known.
    package init(
        player: PlayerID, conversation: Conversation, since: Int? = nil, aliases: AliasBook = AliasBook()
    ) {
        self.player = player
        self.conversation = conversation
        self.since = since
        self.aliases = aliases
    }

    /// The same device as it tells of the people of its conversation, who may have come and gone since it last did.
    package func telling(_ conversation: Conversation, at revision: Int) -> Device {
        var device = self
        device.conversation = conversation
        if Set(conversation.remotes) != Set(self.conversation.remotes) { device.since = revision }
        return device
    }
}

/// A report of one device: this message was sent by this participant.
package struct Sighting: Sendable {
    /// Who made the message.
    package let author: PlayerID
    /// Who sent it, as the device calls them.
    package let sender: ParticipantID
    /// The message, and when it was reported.
    package let evidence: AliasBook.Evidence

    /// A report.
    package init(author: PlayerID, sender: ParticipantID, evidence: AliasBook.Evidence) {
        self.author = author
        self.sender = sender
        self.evidence = evidence
    }
}

extension Device {
    /// What to tell the app about a sighting.
    package enum Hint: String, Sendable {
        /// The message was sent from this user's account, but another player made it: perhaps their other device.
        case sentByYou
    }

    /// Takes in a sighting.
    ///
    /// A message that this player made and somebody else sent teaches nothing: somebody put it back into the conversation.
    package mutating func learn(_ sighting: Sighting) -> Hint? {
        if sighting.sender == conversation.local {
            return sighting.author == player ? nil : .sentByYou
        }
        guard sighting.author != player else { return nil }
        aliases.learn(sighting.sender, sent: sighting.evidence, madeBy: sighting.author)
        return nil
    }
}
