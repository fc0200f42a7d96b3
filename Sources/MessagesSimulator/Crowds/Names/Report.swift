import RoundtableModel

/// The results of a crowd's play.
package struct Report: Sendable {
    package let steps: Int
    package let bubbles: Int
    /// The number of refusals of the service, by code.
    package let refusals: [String: Int]
    /// The number of times that a device took somebody for another because somebody had put back the first bubble
    /// it saw of either.
    package let putBack: Int
    /// The number of times that a device inferred a wrong name because somebody had two credentials that were not
    /// linked.
    package let twice: Int
    /// Whether all these wrong names were gone after everybody had sent something of their own.
    package let isSettled: Bool
    /// The number of claims to seats, and what came of them.
    package let claims: Claims
    package let sessions: [String]
    package let rematches: Int
    /// The number of rematches that somebody else had a seat in, too.
    package let joinedRematches: Int
    /// The share of names among the mentions in messages.
    package let mentions: NameShares
    /// The share of others' seats that devices could name.
    package let seats: NameShares

    init(_ tally: Tally, _ oracle: Oracle, isSettled: Bool, sessions: [SessionID]) {
        steps = tally.steps
        bubbles = tally.bubbles.values.reduce(0, +)
        refusals = tally.refusals
        putBack = oracle.excused.count { $0.cause == .putBack }
        twice = oracle.excused.count { $0.cause == .twice }
        self.isSettled = isSettled
        claims = Claims(oracle.ledger.claims.values)
        self.sessions = sessions.map(\.rawValue)
        let rematches = sessions.filter { oracle.ledger.series[$0] != nil }
        self.rematches = rematches.count
        joinedRematches = rematches.count { oracle.ledger.keys(in: $0).count > 1 }
        mentions = tally.mentions
        seats = tally.seats
    }
}

extension Report: CustomStringConvertible {
    package var description: String {
        let refused = refusals.values.reduce(0, +)
        let names = """
            names wrong: \(putBack) where a bubble was put back first, \(twice) where somebody sat unlinked twice\
            \(isSettled ? ", all settled" : "")
            """
        return """
            \(steps) steps, \(sessions.count) games, \(rematches) of them rematches, \(joinedRematches) of these \
            joined; \(bubbles) messages, \(refused) refusals; \(claims); \(names)
            """
    }
}

/// The number of claims to seats, and what came of them.
package struct Claims: Sendable {
    package let all: Int
    /// The number of those that were made by whoever had lost the credential to the seat.
    package let honest: Int
    /// The number of honest ones that moved the seat.
    package let granted: Int
    /// The number of others that did, by accomplices' or misled players' word.
    package let stolen: Int
    /// The number of those that the holder said no to.
    package let vetoed: Int
    /// The number of those that ended because the holder made a message.
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
    package var description: String {
        """
        \(all) claims, \(honest) of them honest; \(granted) of these and \(stolen) others granted, \(vetoed) vetoed, \
        \(disproved) disproved
        """
    }
}
