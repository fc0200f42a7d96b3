/// What came of a crowd's play.
package struct Report: Sendable {
    /// How many steps were made.
    package let steps: Int
    /// How many bubbles were sent.
    package let bubbles: Int
    /// How often the service refused something, by code.
    package let refusals: [String: Int]
    /// How often a device took somebody for another one because somebody had put back the first bubble that it saw of either.
    package let putBack: Int
    /// How often a device inferred a wrong name because somebody sat there with two credentials that were not linked.
    package let twice: Int
    /// Whether all these wrong names were gone after everybody had sent something of their own.
    package let isSettled: Bool
    /// How often a seat was claimed, and what came of it.
    package let claims: (all: Int, granted: Int, vetoed: Int)
    /// The sessions that were played.
    package let sessions: [String]
    /// The share of names among the mentions in messages.
    package let mentions: NameShares
    /// The share of others' seats that devices could name.
    package let seats: NameShares

    init(_ tally: Tally, _ oracle: Oracle, isSettled: Bool, sessions: [String]) {
        steps = tally.steps
        bubbles = tally.bubbles.values.reduce(0, +)
        refusals = tally.refusals
        putBack = oracle.excused.count { $0.cause == .putBack }
        twice = oracle.excused.count { $0.cause == .twice }
        self.isSettled = isSettled
        let claims = oracle.ledger.claims.values
        self.claims = (claims.count, claims.count(where: \.isGranted), claims.count(where: \.isVetoed))
        self.sessions = sessions
        mentions = tally.mentions
        seats = tally.seats
    }
}

extension Report: CustomStringConvertible {
    /// The numbers in words.
    package var description: String {
        let refused = refusals.values.reduce(0, +)
        let names = """
            names wrong: \(putBack) where a bubble was put back first, \(twice) where somebody sat unlinked twice\
            \(isSettled ? ", all settled" : "")
            """
        return """
            \(steps) steps, \(sessions.count) games, \(bubbles) messages, \(refused) refusals; \
            \(claims.all) claims, \(claims.granted) granted, \(claims.vetoed) vetoed; \(names)
            """
    }
}
