import Foundation

/// A player on one device in one session: what the device calls itself and the others, and what it has reported.
package struct Device: Sendable, Equatable {
    /// The player.
    package let player: PlayerID
    /// The identifiers it last sent.
    package var conversation: Conversation
    /// What is known of the others' identifiers.
    package var aliases: AliasBook

    /// A device as it is known.
    package init(player: PlayerID, conversation: Conversation, aliases: AliasBook = AliasBook()) {
        self.player = player
        self.conversation = conversation
        self.aliases = aliases
    }
}

/// A report of one device: the message with this reference was sent by this participant.
package struct Sighting: Sendable {
    /// Who made the message.
    package let author: PlayerID
    /// The message's revision: newer messages are better evidence.
    package let revision: Int
    /// Who sent it, as the device calls them.
    package let sender: ParticipantID
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
        aliases.learn(sighting.sender, sent: sighting.revision, madeBy: sighting.author)
        return nil
    }
}
