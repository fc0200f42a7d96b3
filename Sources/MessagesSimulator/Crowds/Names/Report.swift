/// What came of a crowd's play.
package struct Report: Sendable {
    /// How many steps were made.
    package let steps: Int
    /// How many bubbles were sent.
    package let bubbles: Int
    /// How often the service refused something, by code.
    package let refusals: [String: Int]
    /// How often a device took somebody for another one because of the first bubble that it saw of either.
    package let excused: Int
    /// How many such bubbles there were, and how many of them were put right by what the two sent later.
    package let mistakes: (all: Int, settled: Int)
    /// The sessions that were played.
    package let sessions: [String]
    /// The share of names among the mentions in messages.
    package let mentions: NameShares
    /// The share of others' seats that devices could name.
    package let seats: NameShares

    init(_ tally: Tally, excused: Int, mistakes: [Notebook.Mistake], sessions: [String]) {
        steps = tally.steps
        bubbles = tally.bubbles.values.reduce(0, +)
        refusals = tally.refusals
        self.excused = excused
        self.mistakes = (mistakes.count, mistakes.count(where: \.isSettled))
        self.sessions = sessions
        mentions = tally.mentions
        seats = tally.seats
    }
}

extension Report: CustomStringConvertible {
    /// The numbers in words.
    package var description: String {
        let refused = refusals.values.reduce(0, +)
        return """
            \(steps) steps, \(sessions.count) games, \(bubbles) messages, \(refused) refusals; \
            \(excused) names wrong because of \(mistakes.all) bubbles that were put back before anything else was seen, \
            \(mistakes.settled) of them settled
            """
    }
}
