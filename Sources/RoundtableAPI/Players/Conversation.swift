public import Foundation
package import JSON

/// The people of a conversation as one device calls them.
public struct Conversation: Hashable, Sendable {
    /// This device's identifier for its owner.
    public var local: ParticipantID
    /// This device's identifiers for everybody else.
    public var remotes: [ParticipantID]

    /// Names the people by this device's identifiers.
    public init(local: ParticipantID, remotes: [ParticipantID]) {
        self.local = local
        self.remotes = remotes
    }

    /// Takes over `MSConversation`'s `localParticipantIdentifier` and `remoteParticipantIdentifiers`.
    public init(local: UUID, remotes: [UUID]) {
        self.init(local: ParticipantID(local), remotes: remotes.map(ParticipantID.init))
    }
}

extension Conversation: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("local", local)
            json.member("remotes", remotes)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            local: try json.read("local", as: ParticipantID.self),
            remotes: try json.read("remotes", as: [ParticipantID].self))
    }
}
