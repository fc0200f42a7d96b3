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
        let identifiers = (0..<seats).map { _ in Self.identifier(&random) }
        self.identifiers = identifiers
        let remotes = identifiers.indices.filter { $0 != seat }.map { "\"\(identifiers[$0])\"" }
        json = #"{"local":"\#(identifiers[seat])","remotes":[\#(remotes.joined(separator: ","))]}"#
    }

    /// This device's identifier of the player of a seat.
    func identifier(of seat: Int) -> String { identifiers[seat] }

    private static func identifier(_ random: inout SeededRandom) -> String {
        func digits(_ value: UInt64, _ count: Int) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String((String(repeating: "0", count: 16) + text).suffix(count))
        }
        let (high, low) = (random.next(), random.next())
        return "\(digits(high >> 32, 8))-\(digits(high >> 16, 4))-4\(digits(high, 3))-8\(digits(low >> 48, 3))"
            + "-\(digits(low, 12))"
    }
}
