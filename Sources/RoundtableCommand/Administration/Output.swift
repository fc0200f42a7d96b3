import BoardDrawings
@preconcurrency import Foundation
import GameRules

/// Lines of a table, aligned.
struct TextTable {
    var titles: [String]
    /// The rows, each with as many words as there are titles.
    var rows: [[String]] = []
    /// The least width of the columns, for rows that come later.
    var widths: [Int] = []

    /// The most characters of a cell: what players sent has no end of its own.
    private static let widest = 200

    /// The titles and the rows, columns as wide as need be, and nothing in them that a terminal would obey.
    var lines: [String] {
        let all = (titles.allSatisfy(\.isEmpty) ? rows : [titles] + rows).map { row in
            row.map { cell in
                cell.count <= Self.widest ? cell.withoutControls : cell.prefix(Self.widest - 1).withoutControls + "…"
            }
        }
        let widths = titles.indices.map { column in
            max(all.map { $0[column].count }.max() ?? 0, column < self.widths.count ? self.widths[column] : 0)
        }
        return all.map { row in
            zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").withoutTrailingSpaces
        }
    }
}

extension Encodable {
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

    /// The time since then: 40s, 12m, 3h, 5d.
    var age: String { Date().timeIntervalSince(self).ageText }

    /// The time until then, or since: in 3h, 3h ago.
    var due: String { self > Date() ? "in \(timeIntervalSinceNow.ageText)" : "\(age) ago" }
}

extension TimeInterval {
    /// So long a time in whole units: 40s, 12m, 3h, 5d.
    var ageText: String {
        let units = [(86_400.0, "d"), (3_600, "h"), (60, "m")]
        let (size, unit) = units.first { self >= 2 * $0.0 } ?? (1, "s")
        return "\(Int(max(0, self) / size))\(unit)"
    }
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

/// Prints a note to operators: not part of the result, and so on the standard error output.
func note(_ text: String) {
    // What was printed before stands before it, also where both go to one file.
    fflush(nil)
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

/// Sees to it that all was written that was printed.
///
/// - Throws: `Refusal`, for a full disk or whatever else took less than all.
func finishOutput() throws {
    let isFlushed = fflush(stdout) == 0
    let reason = isFlushed ? "" : ": \(String(cString: strerror(errno)))"
    guard isFlushed, ferror(stdout) == 0 else { throw Refusal("The output could not be written to its end\(reason).") }
}

/// Prints a line at once, also into a pipe.
///
/// - Throws: `Refusal`, if nobody reads the pipe any more, or as ``finishOutput()``.
func show(_ line: String) throws {
    print(line)
    try finishOutput()
}
