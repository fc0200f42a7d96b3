import ArgumentParser
import BoardDrawings
@preconcurrency import Foundation
import GameRules
import ProgramOutput
import Roundtable

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
                // NB: a character may have any number of scalars.
                let shown = String(cell.unicodeScalars.prefix(Self.widest + 1)).printable
                return shown.unicodeScalars.count <= Self.widest
                    ? shown : String(shown.unicodeScalars.prefix(Self.widest - 1)) + "…"
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
    var jsonData: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return try encoder.encode(self)
        }
    }

    var jsonLine: String { get throws { String(decoding: try jsonData, as: UTF8.self) } }
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

/// The members of the JSON object that a command prints for programs, without those whose value is nil.
struct Facts: Encodable, ExpressibleByDictionaryLiteral {
    private struct Fact: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private let members: [String: Fact]

    init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        members = Dictionary(
            uniqueKeysWithValues: elements.compactMap { name, fact in fact.map { (name, Fact(value: $0)) } })
    }

    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

/// A list: rows of facts for programs, in columns for people.
struct FactTable: Encodable {
    typealias Row = (facts: Facts, cells: [String])

    let titles: [String]
    let rows: [Row]

    /// The list as it is printed: a line of JSON for each row, or aligned columns under their titles.
    func lines(json: Bool) throws -> [String] {
        try json ? rows.map { try $0.facts.jsonLine } : TextTable(titles: titles, rows: rows.map(\.cells)).lines
    }

    func encode(to encoder: any Encoder) throws { try rows.map(\.facts).encode(to: encoder) }
}

/// The part of a list that is printed, and its form.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The maximum number of lines.", valueName: "number"))
    var limit = 50

    @Option(help: ArgumentHelp("Continue after this mark, which ends the previous page.", valueName: "mark"))
    var after: PageMark?

    @OptionGroup var list: ListOptions

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("A page has 1 to 100000 lines.") }
    }

    /// Prints a page, and says how to get the next one if there may be more.
    func show(_ page: FactTable, next: PageMark?) throws {
        if page.rows.isEmpty, !list.json { Output.note("Nothing found.") } else { try list.show(page) }
        if page.rows.count == limit, let next { Output.note("There may be more: --after \(next)") }
    }
}

extension PageMark: ExpressibleByArgument {
    /// Reads a place as a page ends with it.
    public init?(argument: String) { self.init(argument) }
}

struct ListOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func show(_ table: FactTable) throws { try table.lines(json: json).forEach { try Output.print($0) } }

    func show(_ words: String, _ facts: Facts) throws { try Output.print(json ? facts.jsonLine : words) }
}

/// The form in which a command says what it has done.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object.")
    var json = false

    func show(_ words: String, _ facts: Facts) throws { try Output.print(json ? facts.jsonLine : words) }
}
