import MessagesSimulator
import RoundtableAPI
import RoundtableClient
import TestSupport
import Testing

@Suite("Whatever people do", .database)
struct RandomPlayTests {
    @Test(
        "everybody sees the same game in the end, and every message names whoever made it",
        arguments: ["ice-cream", "tic-tac-toe", "four-in-a-row"], [1, 2, 3] as [UInt64])
    func play(game: String, seed: UInt64) async throws {
        try await Friends.meet { friends in
            await friends.world.rename(friends.ben.owner, to: "Benny", for: friends.chris.owner)
            var players = RandomPlayers(friends: friends, seed: seed)
            try await friends.begin(game, by: friends.ben)
            for _ in 1...20 { try await players.step() }
            try await players.openEverything()

            var boards: Set<JSONValue> = []
            for app in friends.all {
                boards.insert(try await app.refresh().board)
                let transcript = await app.transcript()
                for bubble in transcript.bubbles where !players.nudges.contains(bubble.id) {
                    let caption = transcript.captions(of: bubble)[0][0]
                    #expect(caption.hasPrefix(transcript.names[bubble.sender]), "\(app.owner.name) reads “\(caption)”")
                }
            }
            #expect(boards.count == 1)
        }
    }
}

/// People who tap, move, send, hesitate and forget by chance.
private struct RandomPlayers {
    let friends: Friends
    private var random: SeededRandom
    /// Messages that show somebody else's move.
    private(set) var nudges: Set<Bubble.ID> = []

    init(friends: Friends, seed: UInt64) {
        self.friends = friends
        random = SeededRandom(seed: seed)
    }

    /// Somebody does something, unless the game's rules are against it.
    mutating func step() async throws {
        let app = friends.all[Int.random(in: 0...2, using: &random)]
        do {
            try await act(with: app)
        } catch RoundtableError.refused(let problem) where Self.expected.contains(problem.code) {
            // Who looks at an old state, or has nothing to say here, is refused: that is the game.
        }
        for other in friends.all where Bool.random(using: &random) {
            await friends.world.deliver(to: other.device, in: friends.group, .shuffled)
        }
    }

    /// Everything arrives, and everybody opens all of it.
    func openEverything() async throws {
        await friends.world.deliver(in: friends.group)
        for app in friends.all {
            for bubble in await app.transcript().bubbles { try await app.tap(bubble) }
        }
    }

    private mutating func act(with app: App) async throws {
        let transcript = await app.transcript()
        guard let bubble = transcript.bubbles.randomElement(using: &random) else { return }
        let view = try await app.tap(Bool.random(using: &random) ? bubble : nil).session
        if Int.random(in: 1...6, using: &random) == 1 {
            try await app.nudge()
            nudges.insert(try await app.send().id)
        } else if let move = view.legalMoves?.randomElement(using: &random) {
            try await app.play(move)
            try await decide(with: app)
        }
    }

    private mutating func decide(with app: App) async throws {
        switch Int.random(in: 1...6, using: &random) {
        case 1: try await app.cancel()
        case 2: try await app.vanish()
        case 3: try await app.send(reporting: false)
        default: try await app.send()
        }
    }

    private static let expected: Set<ErrorCode> = [
        .staleRevision, .notYourTurn, .noOpenSeat, .notSeated, .sessionOver, .illegalMove,
    ]
}
