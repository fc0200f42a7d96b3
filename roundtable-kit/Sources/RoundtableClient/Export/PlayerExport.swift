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
    public struct Session: Hashable, JSONObjectWritable, Sendable {
        /// The session as the player sees it.
        public var view: SessionView
        /// All its events, as far as the player may see them.
        public var events: [EventView]

        /// Makes an entry.
        public init(view: SessionView, events: [EventView]) {
            self.view = view
            self.events = events
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("events", events)
            json.member("session", view)
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

extension RoundtableClient {
    /// Copies what the service shows the player about themselves, with at least two requests for each session.
    ///
    /// A session that is removed meanwhile is left out.
    public func exportMe() async throws(RoundtableError) -> PlayerExport {
        var export = PlayerExport(me: try await me(), sessions: [])
        var filter = SessionFilter()
        repeat {
            let page = try await sessions(filter)
            for summary in page.sessions {
                do throws(RoundtableError) {
                    export.sessions.append(try await exportSession(summary.id))
                } catch {
                    guard error.code == .notFound else { throw error }
                }
            }
            filter.after = page.next
        } while filter.after != nil
        return export
    }

    private func exportSession(_ id: SessionID) async throws(RoundtableError) -> PlayerExport.Session {
        var exported = PlayerExport.Session(view: try await session(id), events: [])
        var next: Int? = 0
        while let after = next {
            let page = try await events(of: id, after: after)
            exported.events += page.events
            next = page.next
        }
        return exported
    }
}
