import RoundtableModel

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
        let (bubbles, refused) = (tally.bubbles.values.reduce(0, +), tally.refusals.values.reduce(0, +))
        return """
            \(tally.steps) steps, \(played.count) games, \(rematches.count) of them rematches, \(joined) of these \
            joined; \(bubbles) messages, \(refused) refusals; \(claims); \(names)
            """
    }

    /// The number of claims to seats, and what came of them.
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
