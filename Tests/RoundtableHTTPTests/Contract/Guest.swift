import Foundation
import Roundtable
import RoundtableModel
import TestSupport
import Testing

/// Somebody of a group conversation with a credential, on one device that calls everybody by identifiers of its own.
struct Guest: Sendable {
    let person: Person
    let token: String
    let player: String

    /// The identifiers that the device sends.
    var conversation: JSONValue {
        let conversation = person.conversation
        return [
            "local": .string("\(conversation.local)"),
            "remotes": .array(conversation.remotes.map { .string("\($0)") }),
        ]
    }

    /// What the device calls itself, in upper case.
    var local: String { "\(person.local)" }

    /// What the device calls somebody of the group, in upper case.
    func calls(_ other: Guest) -> String { "\(person.calls(other.person))" }

    /// Everybody whom the device has a name for.
    var known: Set<String> { Set(([person.local] + person.conversation.remotes).map { "\($0)" }) }

    /// The same player with new identifiers.
    var onAnotherDevice: Guest { Guest(person: person.onAnotherDevice, token: token, player: player) }
}

extension Server {
    /// Serves for as long as a test with a group of people lasts.
    static func run(
        _ settings: Settings = Settings(), guests count: Int, _ body: @Sendable (Server, [Guest]) async throws -> Void
    ) async throws {
        try await run(settings) { server in try await body(server, try await server.guests(count)) }
    }

    /// A group of people, each with a new credential.
    func guests(_ count: Int) async throws -> [Guest] {
        var guests: [Guest] = []
        for person in Person.group(of: count) { guests.append(try await guest(as: person)) }
        return guests
    }

    /// Somebody with a new credential.
    func guest(as person: Person) async throws -> Guest {
        let answer = expect(try await post("/v1/players", key: ""), is: 201)
        let guest = Guest(
            person: person, token: try #require(answer["token"]?.string),
            player: try #require(answer["player"]?.string))
        ledger.know([guest])
        return guest
    }

    /// Opens a session; committed at once unless the members say otherwise.
    func open(
        _ game: String, by guest: Guest, _ members: [JSONName: JSONValue] = [:], key: String? = nil,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        let body = guest.request(["game": .string(game), "send": "now"], members)
        return try await post("/v1/sessions", body, by: guest, key: key, at: place)
    }

    /// Lets somebody who knows nothing of a session open its newest message, whoever sent it: nobody else may play.
    func show(_ session: String, to guest: Guest, at place: SourceLocation = #_sourceLocation) async throws {
        guard let id = SessionID(rawValue: session), let player = PlayerID(rawValue: guest.player),
            let record = try await store.record(of: id, for: Asker(player: player, local: nil)),
            let newest = record.session.newest, !record.isKnownReader, !record.session.seating.hasKnown(player)
        else { return }
        let token = TokenPayload(session: id, reference: newest.message).token(keys: try .ofTests).rawValue
        expect(try await tap(token, by: guest, from: nil, at: place), is: 200, at: place)
    }

    /// Makes a move; committed at once unless the members say otherwise.
    func move(
        _ move: JSONValue, in session: String, at revision: Int, by guest: Guest,
        _ members: [JSONName: JSONValue] = [:],
        key: String? = nil, at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        try await show(session, to: guest, at: place)
        let body = guest.request(["revision": .integer(revision), "move": move, "send": "now"], members)
        return try await post("/v1/sessions/\(session)/turns", body, by: guest, key: key, at: place)
    }

    /// Takes a seat; committed at once unless the members say otherwise.
    func join(
        _ session: String, by guest: Guest, _ members: [JSONName: JSONValue] = [:], key: String? = nil,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        try await show(session, to: guest, at: place)
        return try await post(
            "/v1/sessions/\(session)/seats", guest.request(["send": "now"], members), by: guest, key: key, at: place)
    }

    /// Does something other than move; committed at once unless the members say otherwise.
    func act(
        _ action: String, in session: String, at revision: Int, by guest: Guest, _ members: [JSONName: JSONValue] = [:],
        key: String? = nil, at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        let body = guest.request(
            ["action": .string(action), "revision": .integer(revision), "send": "now"], members)
        return try await post("/v1/sessions/\(session)/actions", body, by: guest, key: key, at: place)
    }

    /// Tells that a device holds a message, and by whom it was sent; by nobody yet, if it is not in the transcript.
    func tap(
        _ token: String, by guest: Guest, from sender: Guest?, at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        let sender: JSONValue = sender.map { .string(guest.calls($0)) } ?? .null
        return try await post(
            "/v1/messages/\(token)/open", guest.request(["sender": sender], [:]), by: guest, key: "", at: place)
    }

    /// A game of two that both have joined, at revision 2.
    func twoAtTable(_ guests: [Guest], playing game: String = "tic-tac-toe") async throws -> String {
        let session = try await open(game, by: guests[0]).session
        expect(try await join(session, by: guests[1]), is: 201)
        return session
    }
}

extension Guest {
    /// A body with this device's identifiers; later members replace earlier ones.
    func request(_ usual: [JSONName: JSONValue], _ members: [JSONName: JSONValue]) -> JSONValue {
        .object(["conversation": conversation].merging(usual) { $1 }.merging(members) { $1 })
    }
}
