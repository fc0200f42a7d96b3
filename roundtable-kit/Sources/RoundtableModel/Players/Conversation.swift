public import Foundation
public import RoundtableJSON

/// The people of a conversation as one device calls them.
public struct Conversation: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The most other people that a request may name, repetitions included; Messages allows 32.
    public static let mostRemotes = 64

    /// This device's identifier for its owner.
    public let local: ParticipantID
    /// This device's identifiers for everybody else, without repetitions.
    public let remotes: [ParticipantID]

    /// Names the people by this device's identifiers; repetitions, and the local one among the remotes, are dropped.
    public init(local: ParticipantID, remotes: [ParticipantID]) {
        self.local = local
        // NB: most conversations are of two.
        if let remote = remotes.first, remotes.count == 1, remote != local {
            self.remotes = remotes
            return
        }
        var seen: Set = [local]
        self.remotes = remotes.filter { seen.insert($0).inserted }
    }

    /// Takes over `MSConversation`'s `localParticipantIdentifier` and `remoteParticipantIdentifiers`.
    public init(local: UUID, remotes: [UUID]) {
        self.init(local: ParticipantID(local), remotes: remotes.map(ParticipantID.init))
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("local", local)
        json.member("remotes", remotes)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        let local: ParticipantID = try json.read("local")
        let remotes: [ParticipantID] = try json.read("remotes")
        guard remotes.count <= Self.mostRemotes else {
            throw json.error(expected: "a conversation with at most \(Self.mostRemotes) remote participants")
        }
        self.init(local: local, remotes: remotes)
    }
}
