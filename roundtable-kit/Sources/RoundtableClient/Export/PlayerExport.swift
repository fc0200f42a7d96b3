public import RoundtableJSON
public import RoundtableModel

/// A copy of what the service shows a player about themselves, to be handed to them as JSON.
///
/// It is not everything that is stored: participant UUIDs, drafts that expired and hashes of requests are in no answer
/// of the HTTP interface. The operator's command `roundtable player export` prints all of it.
public struct PlayerExport: Hashable, JSONObjectWritable, Sendable {
    /// The player.
    public var me: Me
    /// The player's sessions, the most recently changed first.
    public var sessions: [Session]

    /// One session in an export.
    public struct Session: Hashable, Sendable {
        /// The session as the player sees it.
        public var view: SessionView
        /// All its events, as far as the player may see them.
        public var events: [EventView]

        /// Makes an entry.
        public init(view: SessionView, events: [EventView]) {
            self.view = view
            self.events = events
        }
    }

    /// Makes an export.
    public init(me: Me, sessions: [Session]) {
        self.me = me
        self.sessions = sessions
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("player", me)
        json.member("sessions", sessions)
    }
}

extension PlayerExport.Session: JSONObjectWritable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("events", events)
        json.member("session", view)
    }
}
