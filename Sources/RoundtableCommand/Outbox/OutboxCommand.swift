import ArgumentParser
import BoardDrawings
import Roundtable
@_spi(Roundtable) import RoundtableModel
import RoundtableStore

struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List notices that wait, try them again, or drop them.",
        subcommands: [List.self, Show.self, Retry.self, Drop.self])

    struct FilterOptions: ParsableArguments {
        @Flag(help: "Only notices that were given up.")
        var givenUp = false

        @Option(help: "Only notices on this channel: webhook, push or reminder.")
        var channel: Notice.Channel?

        @Option(help: ArgumentHelp("Only notices of this session.", valueName: "session"))
        var session: SessionID?

        /// The filter; only one notice, if one is named.
        func filter(_ notice: NoticeID? = nil) -> OutboxFilter {
            var filter = OutboxFilter(isGivenUp: givenUp ? true : nil, channel: channel, session: session)
            filter.notice = notice
            return filter
        }

        var words: String? {
            let words = [
                givenUp ? "--given-up" : nil, channel.map { "--channel \($0.rawValue)" },
                session.map { "--session \($0)" },
            ].compactMap(\.self)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List notices that were not delivered, the oldest first.",
            discussion: "Example: roundtable outbox list --given-up --reason 'the backend was down, ticket 4711'")

        @OptionGroup var filter: FilterOptions
        @OptionGroup var page: PageOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("outbox list", filter.words) { administration in
                let rows = try await administration.store.rows(filter.filter(), after: page.after, limit: page.limit)
                let next = rows.last.map { PageMark(at: $0.notice.createdAt, id: $0.notice.id.uuid) }
                try page.show(FactTable(rows), next: next)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one notice: what it tells, and why it was not delivered.",
            discussion: "Example: roundtable outbox show 5f0f… --reason 'ticket 4711'")

        @Argument(help: "The notice's ID.")
        var notice: NoticeID

        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("outbox show", about: notice) { administration in
                let found = try await administration.store.rows(OutboxFilter(notice: notice), after: nil, limit: 1)
                guard let row = found.first else { throw Refusal("There is no such notice: it may have arrived.") }
                try report.show(row.text, row.facts)
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Try failed notices again at once, also those given up.",
            discussion: """
                Tries them for another three days; without an ID, all that match the filters.

                Example: roundtable outbox retry --given-up --reason 'the backend is back, ticket 4711'
                """)

        @Argument(help: "The notice's ID.")
        var notice: NoticeID?

        @OptionGroup var filter: FilterOptions
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.change("outbox retry", about: notice, filter.words) { administration, entry in
                let count = try await administration.store.retry(filter.filter(notice), at: entry.at, noting: entry)
                try report.show("\(counted(count, "notice")) will be tried again.", ["notices": count])
            }
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove notices without sending them.",
            discussion: """
                Without an ID, it removes all that match the filters.

                Example: roundtable outbox drop --given-up --channel webhook --reason 'told by mail, ticket 4711'
                """)

        @Argument(help: "The notice's ID.")
        var notice: NoticeID?

        @OptionGroup var filter: FilterOptions
        @OptionGroup var confirmation: Confirmation
        @OptionGroup var report: ReportOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await confirmation.ask(
                notice.map { "Remove the notice \($0) without sending it?" }
                    ?? "Remove \(filter.words == nil ? "all" : "the matching") notices without sending them?")
            try await options.change("outbox drop", about: notice, filter.words) { administration, entry in
                let count = try await administration.store.drop(filter.filter(notice), noting: entry)
                try report.show("\(counted(count, "notice")) removed.", ["notices": count])
            }
        }
    }
}

extension FactTable {
    fileprivate init(_ notices: [OutboxRow]) {
        titles = ["NOTICE", "SESSION", "REV", "CHANNEL", "TELLS", "AGE", "FAILURES", "NEXT"]
        rows = notices.map { row in
            let (notice, line) = (row.notice, row.notice.line)
            let cells = [
                notice.id.description, line.session.description, "\(notice.revision)", line.channel.rawValue,
                row.kinds.dropFirst(row.progress.delivered).joined(separator: ","), notice.createdAt.age,
                "\(row.progress.failures)",
                row.dueAt?.due ?? "given up",
            ]
            return (row.facts, cells)
        }
    }
}

extension OutboxRow {
    fileprivate var kinds: [String] { notice.items.map(\.kind.rawValue) }

    fileprivate var facts: Facts {
        [
            "notice": notice.id.description, "session": notice.line.session.description, "revision": notice.revision,
            "channel": notice.line.channel.rawValue, "player": notice.line.player?.description, "tells": kinds,
            "delivered": progress.delivered, "failures": progress.failures, "failure": progress.failure,
            "createdAt": notice.createdAt,
            "dueAt": dueAt,
        ]
    }

    fileprivate var text: String {
        let facts: [(String, String)] = [
            ("notice", notice.id.description), ("session", notice.line.session.description),
            ("revision", "\(notice.revision)"), ("channel", notice.line.channel.rawValue),
            ("player", notice.line.player?.description ?? "-"), ("tells", kinds.joined(separator: ", ")),
            ("delivered", "\(progress.delivered) of \(kinds.count)"), ("made", notice.createdAt.text),
            ("next attempt", dueAt?.text ?? "given up"), ("failures", "\(progress.failures)"),
            ("last failure", progress.failure ?? "-"),
        ]
        return facts.map { "\($0):".padded(to: 15) + $1 }.joined(separator: "\n")
    }
}

extension Notice.Channel: ExpressibleByArgument {}

extension NoticeID: ExpressibleByArgument {}
