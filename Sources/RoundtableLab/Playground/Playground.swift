import Foundation
import RoundtableClient
import RoundtableJSON
import RoundtableModel

/// The playground: a group conversation of people with phones, round a service.
actor Playground {
    /// The shortest time that a clock gives to a turn here, in seconds: nobody waits for a minute.
    static let shortestTurnSeconds = 5

    /// Where the apps' requests go by.
    nonisolated let transport: RecordingTransport
    /// Tells that the page is to be drawn anew.
    nonisolated let changes: Changes
    nonisolated let service: URL
    /// What the devices are told by the service; nil if it does not tell them.
    private let notices: DeviceNotices?
    private var group: PhoneGroup
    private var games: [GameSummary] = []

    init(people: Int, on service: URL, tellingBy notices: DeviceNotices? = nil) async {
        let changes = notices?.changes ?? Changes()
        self.notices = notices
        self.service = service
        self.changes = changes
        transport = RecordingTransport { changes.tell() }
        group = await PhoneGroup(people: people, on: service, by: transport, changes, notices)
    }

    func learnGames() async throws {
        games = try await RoundtableClient(baseURL: service, credential: nil, transport: transport).games().games
    }

    /// Does what a phone's user does; a refusal is shown on the phone.
    func perform(_ command: PhoneCommand, on number: Int) async throws(PhoneError) {
        try await group.perform(command, on: number)
    }

    /// Plays one of the tricks that Messages, or life, plays on people, with the members of a request's body.
    ///
    /// - Returns: whether there is a trick of that name.
    /// - Throws: `JSONError`, if a member is missing; `PhoneError`, if there is no such phone or no room for one.
    func perform(trick name: Substring, _ body: JSONElement) async throws -> Bool {
        guard name == "start-afresh" else { return try await group.perform(trick: name, body) }
        let people: Int = try body.read("people")
        guard Cast.sizes.contains(people) else { throw PhoneError(text: "There are 2 to 6 people.") }
        // NB: a command that is still running finishes in the old group.
        group = await PhoneGroup(people: people, on: service, by: transport, changes, notices)
        changes.tell()
        return true
    }

    func state(proposing game: String) async -> PlaygroundState {
        PlaygroundState(service: service, game: game, games: games, screens: await group.screens)
    }
}
