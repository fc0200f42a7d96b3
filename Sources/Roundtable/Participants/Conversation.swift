package import JSON

/// The identifiers a device sent with its request: how it calls itself and the others of the conversation.
package struct Conversation: Hashable, Sendable {
    /// `localParticipantIdentifier`.
    package let local: ParticipantID
    /// `remoteParticipantIdentifiers`, without repetitions.
    package let remotes: [ParticipantID]

    /// Identifiers as a device sent them; repetitions and the local one among the remotes are dropped.
    package init(local: ParticipantID, remotes: [ParticipantID]) {
        self.local = local
        // NB: most conversations are of two.
        if let remote = remotes.first, remotes.count == 1, remote != local {
            self.remotes = remotes
            return
        }
        var seen: Set = [local]
        self.remotes = remotes.filter { seen.insert($0).inserted }
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
        self.init(local: try json.read("local"), remotes: try json.read("remotes"))
    }
}
