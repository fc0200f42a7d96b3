/// The results of a crowd's play.
package struct Report: Sendable {
    /// How many steps were made.
    package let steps: Int
    /// How many bubbles were sent.
    package let bubbles: Int
    /// How often the service refused something, by code.
    package let refusals: [String: Int]
    /// How often a device took somebody for another one because somebody had put back the first bubble that it saw of
    /// either.
    package let putBack: Int
    /// How often a device inferred a wrong name because somebody sat there with two credentials that were not linked.
    package let twice: Int
    /// Whether all these wrong names were gone after everybody had sent something of their own.
    package let isSettled: Bool
    /// How often a seat was claimed, and what came of it.
    package let claims: Claims
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
        claims = Claims(oracle.ledger.claims.values)
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
            \(claims); \(names)
            """
    }
}

/// How often seats were claimed, and what came of it.
package struct Claims: Sendable {
    /// How many claims there were.
    package let all: Int
    /// How many of them were made by whoever had lost the credential to the seat.
    package let honest: Int
    /// How many of the honest ones moved the seat.
    package let granted: Int
    /// How many of the others did, by accomplices' or misled players' word.
    package let stolen: Int
    /// How many the holder said no to.
    package let vetoed: Int
    /// How many ended because the holder made a message.
    package let disproved: Int

    init(_ claims: some Collection<Claimed>) {
        all = claims.count
        honest = claims.count(where: \.isHonest)
        granted = claims.count { $0.isHonest && $0.end == .granted }
        stolen = claims.count { !$0.isHonest && $0.end == .granted }
        vetoed = claims.count { if case .vetoed = $0.end { true } else { false } }
        disproved = claims.count { $0.end == .disproved }
    }
}

extension Claims: CustomStringConvertible {
    /// The numbers in words.
    package var description: String {
        """
        \(all) claims, \(honest) of them honest; \(granted) of these and \(stolen) others granted, \(vetoed) vetoed, \
        \(disproved) disproved
        """
    }
}
