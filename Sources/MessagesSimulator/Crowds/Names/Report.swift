import RoundtableModel

/// The results of a crowd's play.
package struct Report: Sendable {
    private let tally: Tally
    /// The causes of the wrong names that devices had an excuse for.
    private let causes: [Excuse.Cause]
    /// Whether all these wrong names were gone after everybody had sent something of their own.
    package let isSettled: Bool
    private let claims: Claims
    package let sessions: [String]
    private let rematches: Int
    /// The number of rematches that somebody else had a seat in, too.
    private let joinedRematches: Int

    init(_ tally: Tally, _ oracle: Oracle, isSettled: Bool, sessions: [SessionID]) {
        self.tally = tally
        causes = oracle.excused.map(\.cause)
        self.isSettled = isSettled
        claims = Claims(oracle.ledger.claims.values)
        self.sessions = sessions.map(\.rawValue)
        let rematches = sessions.filter { oracle.ledger.series[$0] != nil }
        self.rematches = rematches.count
        joinedRematches = rematches.count { oracle.ledger.keys(in: $0).count > 1 }
    }

    /// The share of names among the mentions in messages.
    package var mentions: NameShares { tally.mentions }
    /// The share of others' seats that devices could name.
    package var seats: NameShares { tally.seats }
}

extension Report: CustomStringConvertible {
    package var description: String {
        let (bubbles, refused) = (tally.bubbles.values.reduce(0, +), tally.refusals.values.reduce(0, +))
        let (putBack, twice) = (causes.count { $0 == .putBack }, causes.count { $0 == .twice })
        let names = """
            names wrong: \(putBack) where a bubble was put back first, \(twice) where somebody sat unlinked twice\
            \(isSettled ? ", all settled" : "")
            """
        return """
            \(tally.steps) steps, \(sessions.count) games, \(rematches) of them rematches, \(joinedRematches) of these \
            joined; \(bubbles) messages, \(refused) refusals; \(claims); \(names)
            """
    }
}

/// The number of claims to seats, and what came of them.
struct Claims: Sendable {
    let all: Int
    /// The number of those that were made by whoever had lost the credential to the seat.
    let honest: Int
    /// The number of honest ones that moved the seat.
    let granted: Int
    /// The number of others that did, by accomplices' or misled players' word.
    let stolen: Int
    /// The number of those that the holder said no to.
    let vetoed: Int
    /// The number of those that ended because the holder made a message.
    let disproved: Int

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
    var description: String {
        """
        \(all) claims, \(honest) of them honest; \(granted) of these and \(stolen) others granted, \(vetoed) vetoed, \
        \(disproved) disproved
        """
    }
}
