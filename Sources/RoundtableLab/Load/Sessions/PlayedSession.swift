import Foundation
import GameRules
import MessagesSimulator
import NIOCore

/// A session that the load tester plays, and what the service acknowledged of it.
///
/// Used by one worker only, on its event loop.
final class PlayedSession {
    /// Its place: when it is over, the next session takes it.
    let place: Int
    let id: String
    let script: GameScript
    let players: [LoadPlayer]
    let conversations: [SeatConversation]
    /// The newest revision that the service acknowledged.
    private(set) var revision = 0
    /// The number of moves of the script that were acknowledged.
    private(set) var moves = 0
    /// Whether an answer is missing, so that there may be one event more than was acknowledged.
    var isUncertain = false
    private(set) var message: (token: String, seat: Int)?
    /// The tag of the view that each seat read last.
    var tags: [Int: String] = [:]
    /// When the request was sent that made the newest revision, and that revision.
    var attempt: (revision: Int, sent: NIODeadline)?

    /// `/v1/sessions/ID`.
    let path: String

    init(
        place: Int, id: String, script: GameScript, players: [LoadPlayer], conversations: [SeatConversation],
        opening token: String
    ) {
        self.place = place
        self.id = id
        self.script = script
        self.players = players
        self.conversations = conversations
        path = "/v1/sessions/\(id)"
        revision = 1
        message = (token, 0)
    }

    /// The move that comes next; nil when the game is over.
    var next: GameScript.Move? { moves < script.moves.count ? script.moves[moves] : nil }

    /// The idempotency key of the next move; the same for each attempt, so that none counts twice.
    var key: String { "\(id)-\(moves)" }

    func acknowledge(revision: Int, token: String?, by seat: Int) {
        self.revision = revision
        moves += 1
        isUncertain = false
        if let token { message = (token, seat) }
    }
}

/// A holder of a credential, who plays in several sessions.
struct LoadPlayer: Sendable {
    /// The place among all players of the run.
    let number: Int
    /// The header that tells who asks.
    let authorization: String

    init(number: Int, credential: String) {
        self.number = number
        authorization = "Bearer \(credential)"
    }
}

/// The conversation on the device of one seat, which has identifiers of its own for everybody.
struct SeatConversation {
    /// The people as JSON, for a request's body.
    let json: String
    private let identifiers: [String]

    init(of seats: Int, seenBy seat: Int, session number: Int, seed: UInt64) {
        var random = SeededRandom(seed: seed &+ UInt64(number) &* 0x1_0000 &+ UInt64(seat))
        let identifiers = (0..<seats).map { _ in random.uuid().uuidString }
        self.identifiers = identifiers
        let remotes = identifiers.indices.filter { $0 != seat }.map { "\"\(identifiers[$0])\"" }
        json = #"{"local":"\#(identifiers[seat])","remotes":[\#(remotes.joined(separator: ","))]}"#
    }

    /// This device's identifier of the player of a seat.
    func identifier(of seat: Int) -> String { identifiers[seat] }
}
