import Foundation
import GameRules
import Postgres
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

@Suite("A verification", .database)
struct VerificationTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    private func game() async throws -> SessionID {
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        _ = try await service.join(id, by: people[1])
        return id
    }

    @Test(
        "finds a damaged row, and goes on",
        arguments: [
            "UPDATE events SET seat = 9 WHERE revision = 2 AND session_id",
            "UPDATE events SET seat = -1 WHERE session_id",
            "UPDATE events SET kind = 'eaten' WHERE session_id",
            "UPDATE events SET details = details::jsonb #- '{founding}' WHERE session_id",
            "UPDATE events SET details = jsonb_set(details::jsonb, '{founding,seats}', '-1') "
                + "WHERE revision = 1 AND session_id",
            "UPDATE events SET details = jsonb_set(details::jsonb, '{founding,game}', '\"no-game\"') "
                + "WHERE revision = 1 AND session_id",
            "DELETE FROM events WHERE session_id", "UPDATE sessions SET to_act = '{1}' WHERE session_id",
            "UPDATE sessions SET seating = jsonb_set(seating::jsonb, '{seats}', '[]') WHERE session_id",
            "UPDATE sessions SET seating = '{}' WHERE session_id",
            "UPDATE sessions SET position = '{}' WHERE session_id",
            "UPDATE sessions SET revision = 1 WHERE session_id", "UPDATE sessions SET rules = 99 WHERE session_id",
        ])
    func damaged(statement: String) async throws {
        let database = try TestDatabase.current
        let (sound, damaged) = (try await game(), try await game())
        _ = try await database.pool.query("\(unescaped: statement) = \(damaged.uuid)")
        let found = try await database.store.verify(after: nil, limit: 10)
        #expect(Set(found.map(\.session)) == [sound, damaged])
        #expect(found.filter { $0.problem != nil }.map(\.session) == [damaged], "\(found)")
    }

    @Test(
        "compares everything that the events decide",
        arguments: [
            ("state_revision = 0", "state revision"), ("phase = 'waiting'", "state"),
            ("outcome = '{\"kind\":\"drawn\",\"winners\":[]}'", "outcome"),
            ("deadline = deadline + interval '1 s'", "deadline"),
            ("acting = '{}'", "players to act"), ("to_act = '{}'", "seats to act"),
            ("updated_at = updated_at + interval '1 s'", "time of the last change"),
            ("clock = '{\"turnSeconds\":61}'", "clock"), ("clock = NULL", "clock"),
            (
                "origin = '{\"number\":2,\"scores\":[0,0],\"seats\":[1,0],\"session\":"
                    + "\"f0000000-0000-4000-8000-000000000001\"}'", "origin"
            ),
            ("is_live = true", "live messages"), ("creator = gen_random_uuid()", "creator"),
            (seating("{offer}", #"{"agreement":"draw","revision":2,"seat":0}"#), "offer"),
            (seating("{withdrawn}", #"[{"agreement":"draw","revision":2,"seat":0}]"#), "offer"),
            (seating("{isPaused}", "true"), "pause"),
            (seating("{unattended}", #"{"skips":0,"timeouts":1}"#), "events without a player"),
            (seating("{participants}", "9"), "seats"),
            (seating("{seats,0,clock,bank}", "5"), "clocks"), (seating("{seats,1,clock}", #"{"left":1}"#), "clocks"),
            (seating("{seats,0,lastActed}", "2"), "seats"), (seating("{seats,0,hasMoved}", "false"), "seats"),
            (seating("{seats,0,nickname}", "\"X\""), "seats"), (seating("{seats,0,namedAt}", "2"), "seats"),
            (seating("{seats,1,takenAt}", "1"), "seats"), (seating("{seats,0,moves}", "3"), "seats"),
            (seating("{seats,0,lastPassed}", "1"), "seats"), (seating("{seats,0,state}", "\"gone\""), "seats"),
            (
                seating(
                    "{seats,0,formerHolders}",
                    #"[{"player":"f0000000-0000-4000-8000-000000000001","since":1,"until":2}]"#), "seats"
            ),
        ])
    func everything(change: String, name: String) async throws {
        let database = try TestDatabase.current
        let id = try await service.open("tic-tac-toe", by: people[0], timeout: 100).session.id
        _ = try await service.join(id, by: people[1])
        #expect(try await database.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
        _ = try await database.pool.query("UPDATE sessions SET \(unescaped: change)")
        let problem = try #require(try await database.store.verify(after: nil, limit: 10).first?.problem)
        #expect(problem.contains("differ in:") && problem.contains(name), "\(problem)")
    }

    /// Sets a member of the seats.
    private static func seating(_ path: String, _ value: String) -> String {
        "seating = jsonb_set(seating::jsonb, '\(path)', '\(value)')::json"
    }

    @Test("knows every member that is kept with the seats")
    func members() throws {
        var seating = Seating(openSeats: 1)
        seating.participants = 2
        seating.unattended = Seating.Unattended()
        seating.isPaused = true
        (seating.bytes, seating.rewritten) = ([1], [1])
        seating.offer = Offer(agreement: .draw, seat: 0, revision: 1)
        seating.withdrawn = [Offer(agreement: .draw, seat: 0, revision: 1)]
        let members = Mirror(reflecting: seating).children.compactMap(\.label)
        // A new one is to be compared, too: add it to the arguments above.
        #expect(
            Set(members) == [
                "seats", "table", "participants", "unattended", "offer", "isPaused", "bytes", "rewritten",
                "withdrawn",
            ])
        let seat = Mirror(reflecting: Seating.Seat()).children.compactMap(\.label)
        #expect(
            Set(seat) == [
                "state", "player", "nickname", "namedAt", "takenAt", "lastActed", "lastPassed", "hasMoved",
                "formerHolders", "moves", "clock",
            ])
    }
}
