import ArgumentParser
import Foundation
import Roundtable

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
        if page.rows.isEmpty, !list.json { note("Nothing found.") } else { try list.show(page) }
        if page.rows.count == limit, let next { note("There may be more: --after \(next)") }
    }
}

extension PageMark: ExpressibleByArgument {
    /// Reads a place as a page ends with it.
    public init?(argument: String) { self.init(argument) }
}

struct ListOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func show(_ table: FactTable) throws { try table.lines(json: json).forEach { print($0) } }

    func show(_ words: String, _ facts: Facts) throws { print(json ? try facts.jsonLine : words) }
}

/// The form in which a command says what it has done.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object.")
    var json = false

    func show(_ words: String, _ facts: Facts) throws { print(json ? try facts.jsonLine : words) }
}
