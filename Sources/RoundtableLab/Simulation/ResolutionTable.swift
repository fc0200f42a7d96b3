import Foundation
import MessagesSimulator

/// The speed at which names resolve, by the size of the group and the messages that a game has had.
struct ResolutionTable {
    private static let columns: [ClosedRange<Int>] = [1...1, 2...2, 3...3, 4...4, 5...6, 7...8, 9...12, 13...16]
    private var mentions: [Int: NameShares] = [:]
    private var seats: [Int: NameShares] = [:]

    /// Adds what a group of that many people came to.
    mutating func add(_ report: Report, people: Int) {
        mentions[people, default: NameShares()].add(report.mentions)
        seats[people, default: NameShares()].add(report.seats)
    }

    /// Two tables: of the mentions that stand in messages, and of those that each device could make.
    var markdown: String {
        """
        Mentions in messages that everybody reads as a name of their own contacts, after that many messages of a game:

        \(rows(mentions))

        Seats of others that a device could call by such a name, over all devices that have opened the game:

        \(rows(seats))
        """
    }

    private func rows(_ shares: [Int: NameShares]) -> String {
        let titles = Self.columns.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        let head = [["People"] + titles, ["--:"] + titles.map { _ in "--:" }]
        let body = shares.sorted { $0.key < $1.key }.map { people, shares in
            ["\(people)"] + Self.columns.map { shares.share($0).map { "\(Int(($0 * 100).rounded())) %" } ?? "" }
        }
        return (head + body).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
