import Foundation

/// The screen of a watch, as lines.
struct WatchView: Sendable {
    /// The readings whose rates are drawn as a course, where there is room.
    private static let remembered = 60

    private var figures: InstanceFigures?
    private var absence: Sighting.Absence?
    private var course: [InstanceFigures.Activity] = []

    /// Takes note of what was found.
    mutating func add(_ sighting: Sighting) {
        switch sighting {
        case .away(let absence): self.absence = absence
        case .there(let figures):
            self.figures = figures
            absence = nil
            if let activity = figures.activity { course = (course + [activity]).suffix(Self.remembered) }
        }
    }

    /// The lines for a terminal: none is longer than it is wide, and there are no more than it is high. The more there
    /// are, the more routes are listed.
    func lines(_ size: TerminalSize) -> [ScreenLine] {
        guard let figures else { return [] }
        let isRoomy = size.rows >= 30
        let top = head(figures, size.columns)
        let parts = [
            play(figures, size.columns), database(figures), process(figures, columns: size.columns, isRoomy: isRoomy),
        ]
        let gaps = isRoomy ? 4 : 0
        let room = size.rows - top.count - parts.map(\.count).reduce(0, +) - gaps - 1
        let routes = routes(figures, max(3, room))
        let sections = [parts[0], routes, parts[1], parts[2]].filter { !$0.isEmpty }
        let body = sections.flatMap { isRoomy ? [ScreenLine("")] + $0 : $0 }
        return (top + body.map { absence == nil ? $0 : ScreenLine($0.text, .faint) }).prefix(size.rows)
            .map { ScreenLine(String($0.text.prefix(size.columns)), $0.look) }
    }

    // MARK: Sections

    private func head(_ figures: InstanceFigures, _ columns: Int) -> [ScreenLine] {
        let name = "Roundtable \(figures.address)"
        if let absence {
            return [
                ScreenLine("\(name)   AWAY: \(absence.reason)", .alarm),
                ScreenLine(
                    "It answered last at \(absence.last.text), and is waited for. What follows is as of then.", .faint),
            ]
        }
        let facts = [name, figures.state.words, figures.uptime.map { "up \($0.ageText)" }].compactMap(\.self)
        let text = facts.joined(separator: "   ")
        let isAlarm = if case .notReady = figures.state { true } else { false }
        let time = figures.at.text
        return [ScreenLine(text.filled(to: columns - time.count - 1) + " " + time, isAlarm ? .alarm : .title)]
    }

    private func play(_ figures: InstanceFigures, _ columns: Int) -> [ScreenLine] {
        guard let activity = figures.activity else { return [ScreenLine("Rates come with the next reading.", .faint)] }
        let (requests, turns) = (activity.requests, activity.turns)
        return [
            FlowRow.titles("Over \(activity.span.rateText) s"),
            FlowRow("Requests", requests).line(course: course.map(\.requests.perSecond), columns),
            kinds(" ", requests.by ?? [:], alarm: "5xx"),
            FlowRow("Turns", turns).line(course: course.map(\.turns.perSecond), columns),
            kinds(" ", turns.by ?? [:], alarm: "failed"),
            kinds("Drafts a second  ", activity.drafts), kinds("Events a second  ", activity.commits),
        ]
    }

    private func routes(_ figures: InstanceFigures, _ count: Int) -> [ScreenLine] {
        guard let activity = figures.activity else { return [] }
        let rows = activity.routes.prefix(count).map { FlowRow("  \($0.route)", $0.flow).line }
        return [ScreenLine("Slowest routes", .title)]
            + (rows.isEmpty ? [ScreenLine("  none was asked for", .faint)] : rows)
    }

    private func database(_ figures: InstanceFigures) -> [ScreenLine] {
        guard let activity = figures.activity else { return [] }
        let batches = activity.batching.map { batching in
            let size = batching.meanSize.map { "\($0.rateText) a batch" } ?? "no batch"
            let flow = InstanceFigures.Flow(perSecond: batching.perSecond, seconds: batching.seconds, by: nil)
            return FlowRow("  \(batching.items.filled(to: 8)) \(size), \(batching.waiting.groupedText) waiting", flow)
                .line
        }
        let states = figures.connections.sorted { $0.key > $1.key }.map { "\($0.value) \($0.key)" }
        let errors = activity.databaseErrorsPerSecond
        let wait = activity.waits.seconds.map { "p99 of waits \($0.p99.durationText)" } ?? "nobody waited"
        let facts = states + [wait, errors > 0 ? "\(errors.rateText) errors a second" : "no errors"]
        return [ScreenLine("Batching", .title)] + batches
            + [
                FlowRow("Statements", activity.statements).line,
                ScreenLine("Connections  \(facts.joined(separator: ", "))", errors > 0 ? .alarm : .plain),
            ]
    }

    private func process(_ figures: InstanceFigures, columns: Int, isRoomy: Bool) -> [ScreenLine] {
        let files = figures.openFiles.flatMap { open in
            figures.maximumFiles.map { "files \(open.groupedText) of \($0.groupedText)" }
        }
        let facts = [
            figures.memoryBytes.map { "Memory \($0.byteText)" },
            figures.activity?.cores.map { "CPU \($0.rateText) cores" }, files,
            figures.streams.map { "streams \($0.groupedText)" },
            figures.activity?.lateness.map { "loops late p99 \($0.p99.durationText)" },
        ]
        let faults = figures.faults.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.groupedText)" }
        let refusals = (figures.activity?.refusals ?? [:]).filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.rateText)/s" }
        let found = faults.isEmpty ? "no session" : faults.joined(separator: ", ")
        let refused = refusals.isEmpty ? "nothing" : refusals.joined(separator: ", ")
        return [
            ScreenLine(facts.compactMap(\.self).joined(separator: "  ")),
            ScreenLine("Faulty: \(found)   Refused by quotas: \(refused)", faults.isEmpty ? .plain : .alarm),
        ] + sessions(figures, columns, lines: isRoomy ? 3 : 1)
    }

    /// The sessions by game, the most first, as far as lines have room.
    private func sessions(_ figures: InstanceFigures, _ columns: Int, lines count: Int) -> [ScreenLine] {
        let games = figures.sessions.filter { $0.value > 0 }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            .map { "\($0.key)\u{A0}\($0.value.groupedText)" }
        guard !games.isEmpty else { return [] }
        let lines = "Sessions, about: \(games.joined(separator: ", "))".wrapped(to: columns)
        return lines.prefix(count).map { ScreenLine($0.replacing("\u{A0}", with: " ")) }
    }

    private func kinds(_ title: String, _ rates: [String: Double], alarm: String? = nil) -> ScreenLine {
        let parts = rates.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rateText)" }
        let isAlarm = alarm.map { rates[$0, default: 0] > 0 } ?? false
        return ScreenLine("\(title) \(parts.joined(separator: "  "))", isAlarm ? .alarm : .plain)
    }
}
