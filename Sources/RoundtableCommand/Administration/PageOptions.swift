import ArgumentParser
import Foundation
import Roundtable

/// The part of a list that is printed, and its form.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The maximum number of lines.", valueName: "number"))
    var limit = 50

    @Option(help: ArgumentHelp("Continue after this mark, which ends the previous page.", valueName: "mark"))
    var after: PageMark?

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("A page has 1 to 100000 lines.") }
    }

    /// Prints a page, and says how to get the next one if there may be more.
    func show<Line>(_ lines: [Line], next: PageMark?) throws where Line: TabularLine {
        if json {
            for line in lines { print(try line.jsonLine) }
        } else if lines.isEmpty {
            note("Nothing found.")
        } else {
            for text in TextTable(titles: Line.titles, rows: lines.map(\.cells)).lines { print(text) }
        }
        if lines.count == limit, let next { note("There may be more: --after \(next)") }
    }
}

/// A line of a list: as JSON for programs, in columns for people.
protocol TabularLine: Encodable {
    static var titles: [String] { get }
    var cells: [String] { get }
}

extension PageMark: ExpressibleByArgument {
    /// Reads a place as a page ends with it.
    public init?(argument: String) { self.init(argument) }
}
