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
