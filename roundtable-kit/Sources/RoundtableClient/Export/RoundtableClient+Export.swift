import RoundtableModel

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
