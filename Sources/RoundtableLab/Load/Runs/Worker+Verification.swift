import Foundation
import RoundtableJSON
import NIOCore
import RoundtableModel

extension Worker {
    /// Reads the whole history of a few sessions, and compares it with what was acknowledged.
    ///
    /// - Parameter count: how many that are still played, and how many that are over.
    func verify(_ count: Int) async -> RunReport.Verification {
        let going = sessions.shuffled(using: &random).prefix(count)
        var verification = RunReport.Verification()
        for session in going + finished.prefix(count) {
            verification.sessions += 1
            do throws(Flaw) {
                let events = try await history(of: session)
                verification.events += events.count
                verification.flaws += session.flaws(in: events)
            } catch {
                verification.flaws.append("The history of \(session.id) could not be read: \(error.reason)")
            }
        }
        return verification
    }

    private func history(of session: PlayedSession) async throws(Flaw) -> [EventView] {
        var events: [EventView] = []
        var after: Int? = 0
        while let revision = after {
            let request = writer.get(session.path, "/events?after=\(revision)", by: session.players[0])
            let answer = try await exchange(request, over: connections[0])
            let page: EventList
            do {
                page = try EventList(json: Array(answer.body.readableBytesView))
            } catch {
                throw .wrong("\(error)")
            }
            events += page.events
            after = page.next
        }
        return events
    }
}

extension PlayedSession {
    /// The flaws of a history: events that should not be there, or should.
    func flaws(in events: [EventView]) -> [String] {
        var flaws: [String] = []
        if events.map(\.revision) != Array(1..<events.count + 1) {
            flaws.append("The revisions of \(id) do not go from 1 to \(events.count) one by one.")
        }
        let expected = revision...(revision + (isUncertain ? 1 : 0))
        if !expected.contains(events.count) {
            flaws.append("\(id) has \(events.count) events; \(revision) were acknowledged.")
        }
        for (event, move) in zip(events.dropFirst(), script.moves)
        where event.kind != .moved || event.move?.data != Data(move.json.utf8) {
            flaws.append("Event \(event.revision) of \(id) is not the move \(move.json) that was acknowledged.")
        }
        return flaws
    }
}
