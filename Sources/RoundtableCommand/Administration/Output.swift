import Foundation
import GameRules

/// Lines of a table, aligned.
struct TextTable {
    /// What stands above the columns.
    let titles: [String]
    /// The rows, each with as many words as there are titles.
    var rows: [[String]] = []

    /// The titles and the rows, columns as wide as need be.
    var lines: [String] {
        let all = titles.allSatisfy(\.isEmpty) ? rows : [titles] + rows
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return cells.joined(separator: "  ").trimmingSuffix(" ")
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        String(reversed().drop { $0 == character }.reversed())
    }
}

extension Encodable {
    /// The value as one line of JSON.
    var jsonLine: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension Date {
    /// The time in UTC, to the second, as operators read it.
    var text: String { formatted(.iso8601) }
}

extension Sequence<SeatIndex> {
    /// The seats' numbers; a dash for none.
    var text: String {
        let numbers = map(\.description)
        return numbers.isEmpty ? "-" : numbers.joined(separator: ",")
    }
}

/// A number of things in words: 1 session, 2 sessions.
func counted(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

/// What operators are told besides the result: not part of it, and so on the standard error output.
func note(_ text: String) {
    // What was printed before stands before it, also where both go to one file.
    fflush(nil)
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

/// Prints a line at once, also into a pipe.
func show(_ line: String) {
    print(line)
    fflush(nil)
}
