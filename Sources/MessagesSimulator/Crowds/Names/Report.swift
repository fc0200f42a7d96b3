import RoundtableModel
import RoundtableClient

/// The results of a crowd's play.
package struct Report: Sendable {
    let tally: Tally
    let oracle: Oracle
    /// Whether all wrong names were gone after everybody had sent something of their own.
    package let isSettled: Bool
    let played: [SessionID]

    package var sessions: [String] { played.map(\.rawValue) }
    /// The share of names among the mentions in messages.
    package var mentions: NameShares { tally.mentions }
    /// The share of others' seats that devices could name.
    package var seats: NameShares { tally.seats }
}

extension Report: CustomStringConvertible {
    package var description: String {
        let rematches = played.filter { oracle.ledger.series[$0] != nil }
        let joined = rematches.count { oracle.ledger.keys(in: $0).count > 1 }
        let bubbles = tally.bubbles.values.reduce(0, +)
        return """
            \(tally.steps) steps, \(played.count) games, \(rematches.count) of them rematches, \(joined) of these \
            joined; \(bubbles) messages, \(tally.refusals) refusals; \(claims); \(names)
            """
    }

    private var claims: String {
        let claims = oracle.ledger.claims.values
        let granted = claims.filter { $0.end == .granted }
        let vetoed = claims.count { if case .vetoed = $0.end { true } else { false } }
        return """
            \(claims.count) claims, \(claims.count(where: \.isHonest)) of them honest; \
            \(granted.count(where: \.isHonest)) of these and \(granted.count { !$0.isHonest }) others granted, \
            \(vetoed) vetoed, \(claims.count { $0.end == .disproved }) disproved
            """
    }

    /// The number of wrong names that a device couldn't know to be wrong, by cause.
    private var names: String {
        """
        names wrong: \(oracle.excused.count { $0.cause == .putBack }) where a bubble was put back first, \
        \(oracle.excused.count { $0.cause == .twice }) where somebody sat unlinked twice\
        \(isSettled ? ", all settled" : "")
        """
    }
}

/// The actions of a crowd, in numbers.
struct Tally: Sendable {
    var steps = 0
    /// The number of times that somebody set about something, also in vain.
    var attempts = 0
    /// The number of refusals of the service.
    var refusals = 0
    /// The number of bubbles that were sent in each game.
    private(set) var bubbles: [TranscriptSession: Int] = [:]
    /// Mentions in the texts of sent messages, by how many messages the game had had.
    private(set) var mentions = NameShares()
    /// Others' seats in the views of all devices, by how many messages the game had had.
    private(set) var seats = NameShares()
    /// The bubbles of each game.
    private(set) var bubblesOf: [SessionID: TranscriptSession] = [:]
}

extension Tally {
    /// Counts a bubble that is being sent, and the mentions that everybody reads in it.
    mutating func note(_ bubble: Bubble, of session: SessionID?) {
        bubbles[bubble.session, default: 0] += 1
        if let session { bubblesOf[session] = bubble.session }
        for text in bubble.texts.captions.joined() + [bubble.texts.summary] {
            for mention in Mention.all(in: text) {
                let isName = if case .contact = mention.name { true } else { false }
                mentions.note(isName, after: bubbles[bubble.session, default: 0])
            }
        }
    }

    /// Counts the seats of others that devices could name in a message now.
    mutating func note(_ survey: Survey) {
        guard let session = bubblesOf[survey.session], let count = bubbles[session] else { return }
        for look in survey.looks.values {
            for seat in look.view.seats where seat.state == .taken && !seat.you {
                seats.note(seat.participant != nil, after: count)
            }
        }
    }
}

/// The shares of people called by the names that their readers have for them, by the messages that a game had had.
package struct NameShares: Sendable, Equatable {
    private var named: [Int: Int] = [:]
    private var all: [Int: Int] = [:]

    package init() {}

    /// Counts one mention after a number of messages.
    mutating func note(_ isName: Bool, after messages: Int) {
        all[messages, default: 0] += 1
        if isName { named[messages, default: 0] += 1 }
    }

    /// Adds what was counted elsewhere.
    package mutating func add(_ other: NameShares) {
        named.merge(other.named, uniquingKeysWith: +)
        all.merge(other.all, uniquingKeysWith: +)
    }

    /// The share of names from one number of messages to another; nil if nobody was mentioned then.
    package func share(_ messages: ClosedRange<Int>) -> Double? {
        func count(_ numbers: [Int: Int]) -> Int { messages.reduce(0) { $0 + numbers[$1, default: 0] } }
        return count(all) == 0 ? nil : Double(count(named)) / Double(count(all))
    }
}
