import ArgumentParser
import GameRules
import Roundtable
import RoundtableStore

extension SessionCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List sessions: the game, its state, and who is to act.",
            discussion: """
                You can combine the filters. By default, the session that changed last comes first.

                Example: roundtable session list --state active --stale-since 7d --reason 'stuck games, ticket 4711'
                """)

        @Option(help: ArgumentHelp("Only sessions of this game.", valueName: "name"))
        var game: String?

        @Option(help: ArgumentHelp("Only sessions in this state: draft, waiting, active, finished or abandoned."))
        var state: Session.Phase?

        @Option("Only sessions without an event since then.", ArgumentHelp.moment, value: "when")
        var staleSince: Moment?

        @Option(help: ArgumentHelp("Only sessions in which this player is to act.", valueName: "player"))
        var waitingFor: PlayerID?

        @Flag(help: "Only sessions whose deadline has passed.")
        var overdue = false

        @Option(help: "The order: updated, created or deadline.")
        var sort = SessionSearch.Order.updated

        @Flag(help: "Print the earliest first.")
        var ascending = false

        @OptionGroup var page: PageOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read(
                "session list", about: waitingFor, game.map { "--game \($0)" }, state.map { "--state \($0.rawValue)" },
                staleSince.map { "--stale-since \($0)" }, overdue ? "--overdue" : nil
            ) { administration in
                var search = search
                if overdue { search.overdueAt = administration.context.clockReading.clockTime }
                let sessions = try await administration.store.sessions(search)
                try page.show(
                    FactTable(sessions, at: administration.context.clockReading),
                    next: sessions.last.flatMap { $0.mark(in: search.order) })
            }
        }

        private var search: SessionSearch {
            var search = SessionSearch(limit: page.limit)
            search.game = game
            search.phase = state
            search.staleSince = staleSince?.date
            search.waitingFor = waitingFor
            search.order = sort
            search.isAscending = ascending
            search.after = page.after
            return search
        }
    }
}

extension FactTable {
    /// Sessions in a list, with the deadlines that their clocks have now.
    init(_ sessions: [SessionLine], at now: ClockReading) {
        titles = ["SESSION", "GAME", "STATE", "REV", "SEATS", "TO ACT", "IDLE", "DUE"]
        rows = sessions.map { line in
            let (id, game, deadline) = (line.id.description, line.game.rawValue, line.deadline.map(now.date(of:)))
            let facts: Facts = [
                "session": id, "game": game, "rules": line.rules, "state": line.phase, "revision": line.revision,
                "seats": line.seats, "taken": line.taken, "toAct": line.toAct.map(\.rawValue),
                "updatedAt": line.updatedAt, "createdAt": line.createdAt, "deadline": deadline,
            ]
            let cells = [
                id, game, line.phase, "\(line.revision)", "\(line.taken)/\(line.seats)", line.toAct.text,
                line.updatedAt.age, deadline?.due ?? "-",
            ]
            return (facts, cells)
        }
    }
}

extension Session.Phase: ExpressibleByArgument {}

extension SessionSearch.Order: ExpressibleByArgument {}
