/// The behaviour of players: the game, how many sessions there are, and how often which step is taken.
struct Scenario: Codable, Sendable, Equatable {
    enum Step: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
        /// Makes a move that is committed at once.
        case turn
        /// Makes a move as a draft, sends it, and everybody else opens the message and tells its sender.
        case draft
        /// Reads a session, unless it is as known.
        case read
        /// Opens the newest message of a session.
        case open
        /// Makes the next move of the one session at the same time as everybody else.
        case contest
    }

    var name: String
    var purpose: String?
    var game: String
    var seats: Int
    /// The number of sessions that are played at the same time.
    var sessions: Int
    /// The number of people, each of whom plays in several sessions.
    var people: Int
    /// The weight of each step in relation to the others.
    var steps: [Step: Int]
    /// The number of further connections, which hold a read until something changes.
    var polls: Int
    /// The number of further connections, which listen to an event stream.
    var streams: Int

    /// The script of the game, unless something is wrong with the scenario.
    func script() throws(LabError) -> GameScript {
        guard let script = GameScript(game: game, seats: seats) else {
            throw LabError(
                description: "\(game) gives no example of a game with \(seats) seats. These games give examples: "
                    + "\(GameScript.games().joined(separator: ", ")).")
        }
        guard sessions > 0, people >= seats, polls >= 0, streams >= 0 else {
            throw LabError(description: "A scenario needs sessions, and at least as many people as seats.")
        }
        guard steps.values.allSatisfy({ $0 >= 0 }), steps.values.contains(where: { $0 > 0 }) else {
            throw LabError(description: "A scenario needs steps with a weight above 0.")
        }
        guard !isContest || steps.count == 1 else {
            throw LabError(description: "contest goes with no other step.")
        }
        return script
    }

    /// The part of the scenario that one of several workers plays.
    func share(_ number: Int, of workers: Int) -> Scenario {
        var share = self
        share.sessions = sessions.share(number, of: workers)
        share.people = people.share(number, of: workers)
        share.polls = polls.share(number, of: workers)
        share.streams = streams.share(number, of: workers)
        return share
    }

    /// Whether everybody acts on one session.
    var isContest: Bool { steps[.contest] != nil }
}

extension Scenario {
    static let builtIn = [duel, group, live, hot, mixed]

    static let duel = Scenario(
        name: "duel", purpose: "Two players, each move committed at once: what one turn costs.",
        game: "four-in-a-row", seats: 2, sessions: 10_000, people: 1_000, steps: [.turn: 1], polls: 0, streams: 0)

    static let group = Scenario(
        name: "group", purpose: "Four people build ice creams by drafts, and open each other's messages.",
        game: "ice-cream", seats: 4, sessions: 2_000, people: 1_000, steps: [.draft: 1], polls: 0, streams: 0)

    static let live = Scenario(
        name: "live", purpose: "Many bubbles look at sessions that change now and then.",
        game: "four-in-a-row", seats: 2, sessions: 500, people: 500, steps: [.read: 19, .turn: 1], polls: 32,
        streams: 32)

    static let hot = Scenario(
        name: "hot", purpose: "Everybody makes the same move in one session: one wins each time.",
        game: "four-in-a-row", seats: 2, sessions: 1, people: 2, steps: [.contest: 1], polls: 0, streams: 0)

    static let mixed = Scenario(
        name: "mixed", purpose: "An evening: more looks than moves, some by draft.",
        game: "four-in-a-row", seats: 2, sessions: 2_000, people: 1_000,
        steps: [.turn: 20, .draft: 10, .read: 50, .open: 20], polls: 16, streams: 16)
}
