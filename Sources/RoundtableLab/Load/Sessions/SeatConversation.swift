import Foundation
import GameRules
import MessagesSimulator

/// The conversation on the device of one seat, which has identifiers of its own for everybody.
struct SeatConversation {
    /// The people as JSON, for a request's body.
    let json: String
    private let identifiers: [String]

    /// A conversation of as many people as there are seats, seen by one of them.
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
