import BoardDrawings
import Foundation

/// The screen of a watch, as lines.
struct WatchView: Sendable {
    /// The readings whose rates are drawn as a course, where there is room.
    private static let remembered = 60

    private var figures: InstanceFigures?
    private var absence: InstanceSighting.Absence?
    private var course: [InstanceFigures.Activity] = []

    mutating func add(_ sighting: InstanceSighting) {
        switch sighting {
        case .away(let absence): self.absence = absence
        case .there(let figures):
            self.figures = figures
            absence = nil
            if let activity = figures.activity { course = (course + [activity]).suffix(Self.remembered) }
        }
    }

    /// The lines for a terminal: none is longer than it is wide, and there are no more than it is high. What room is
    /// left goes to routes, then to sessions.
    func lines(_ size: TerminalSize) -> [ScreenLine] {
        guard let figures else { return [] }
        let gap = size.rows >= 30 ? [ScreenLine("")] : []
        let fixed = [
            head(figures, size.columns), play(figures, size.columns), database(figures), Self.process(figures),
        ]
        var room = size.rows - fixed.map(\.count).reduce(0, +) - 4 * gap.count
        let routes = routes(figures, max(3, room - 2))
        room -= routes.count
        let sessions = Self.sessions(figures, size.columns, lines: max(1, room))
        let body = [fixed[1], routes, fixed[2], fixed[3] + sessions].flatMap { gap + $0 }
        return (fixed[0] + body.map { absence == nil ? $0 : ScreenLine($0.text, .faint) }).prefix(size.rows)
            .map { ScreenLine(String($0.text.printable.prefix(size.columns)), $0.look) }
    }

    // MARK: Sections

    private func head(_ figures: InstanceFigures, _ columns: Int) -> [ScreenLine] {
        let name = "Roundtable \(figures.address)"
        if let absence {
            return [
                ScreenLine("\(name)   AWAY: \(absence.reason)", .alarm),
                ScreenLine("It answered last at \(absence.last.text); what follows is as of then.", .faint),
            ]
        }
        let facts = [name, figures.state.words, figures.uptimeSeconds.map { "up \($0.ageText)" }].compactMap(\.self)
        let (text, time) = (facts.joined(separator: "   "), figures.at.text)
        let room = max(0, columns - time.count - 1)
        let title = String(text.prefix(room)).padded(to: room) + " " + time
        guard let reason = figures.reason else { return [ScreenLine(title, .title)] }
        return [ScreenLine(title, .alarm), ScreenLine(reason, .alarm)]
    }

    private func play(_ figures: InstanceFigures, _ columns: Int) -> [ScreenLine] {
        guard let activity = figures.activity else { return [ScreenLine("Rates come with the next reading.", .faint)] }
        let (requests, turns) = (activity.requests, activity.turns)
        return [
            .flowTitles("Over \(Int(max(1, activity.spanSeconds.rounded()))) s"),
            .flow(
                "Requests", requests.perSecond, requests.seconds, course: course.map(\.requests.perSecond),
                columns: columns),
            Self.kinds(" ", requests.by ?? [:], alarm: "5xx"),
            .flow("Turns", turns.perSecond, turns.seconds, course: course.map(\.turns.perSecond), columns: columns),
            Self.kinds(" ", turns.by ?? [:], alarm: "failed"),
            Self.kinds("Drafts a second  ", activity.drafts), Self.kinds("Events a second  ", activity.commits),
        ]
    }

    private func routes(_ figures: InstanceFigures, _ count: Int) -> [ScreenLine] {
        guard let activity = figures.activity else { return [] }
        let rows = activity.routes.prefix(count).map { ScreenLine.flow("  \($0.route)", $0.perSecond, $0.seconds) }
        return [ScreenLine("Slowest routes", .title)]
            + (rows.isEmpty ? [ScreenLine("  none was asked for", .faint)] : rows)
    }

    private func database(_ figures: InstanceFigures) -> [ScreenLine] {
        guard let activity = figures.activity else { return [] }
        let batches = activity.batching.map { batching in
            let size = batching.meanSize.map { "\($0.rateText) a batch" } ?? "no batch"
            let items = batching.items.padded(to: 8)
            let name = "  \(items) \(size), \(batching.waiting.groupedText) waiting"
            return ScreenLine.flow(name, batching.perSecond, batching.seconds)
        }
        let states = figures.connections.sorted { $0.key > $1.key }.map { "\($0.value) \($0.key)" }
        let errors = activity.databaseErrorsPerSecond
        let wait = activity.waits.seconds.map { "p99 of waits \($0.p99.durationText)" } ?? "nobody waited"
        let facts = states + [wait, errors > 0 ? "\(errors.rateText) errors a second" : "no errors"]
        return [ScreenLine("Batching", .title)] + batches
            + [
                .flow("Statements", activity.statements.perSecond, activity.statements.seconds),
                ScreenLine("Connections  \(facts.joined(separator: ", "))", errors > 0 ? .alarm : .plain),
            ]
    }

    /// Memory and processor time of the process, faults of sessions, and refused requests.
    private static func process(_ figures: InstanceFigures) -> [ScreenLine] {
        let facts = [
            figures.memoryBytes.map { "Memory \($0.byteText)" },
            figures.activity?.cores.map { "CPU \($0.rateText) cores" },
            figures.openFiles.map { "files \($0.groupedText)" },
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
        ]
    }

    /// The sessions by game, the most first, as far as lines have room.
    private static func sessions(_ figures: InstanceFigures, _ columns: Int, lines count: Int) -> [ScreenLine] {
        // NB: a game and its number stay on one line, for the space between them is none.
        let games = figures.sessions.filter { $0.value > 0 }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            .map { "\($0.key)\u{A0}\($0.value.groupedText)" }
        guard !games.isEmpty else { return [] }
        let lines = "Sessions, about: \(games.joined(separator: ", "))".wrapped(to: columns - 2)
        let shown = lines.prefix(count).map { $0.replacing("\u{A0}", with: " ") }
        let rest = lines.count > count ? " …" : ""
        return shown.enumerated().map { ScreenLine($0.element + ($0.offset == shown.count - 1 ? rest : "")) }
    }

    /// The rates of several kinds, always in the same order.
    private static func kinds(_ title: String, _ rates: [String: Double], alarm: String? = nil) -> ScreenLine {
        let parts = rates.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rateText)" }
        let isAlarm = alarm.map { rates[$0, default: 0] > 0 } ?? false
        return ScreenLine("\(title) \(parts.joined(separator: "  "))", isAlarm ? .alarm : .plain)
    }
}

extension ScreenLine {
    /// The columns of what flows, then of each number.
    private static let widths = (name: 42, number: 9)

    fileprivate static func flowTitles(_ name: String) -> ScreenLine {
        ScreenLine(cells([name, "a second", "p50", "p95", "p99"]), .title)
    }

    /// How often something happens, and the percentiles of how long it takes; where there is room for twelve readings
    /// and more, also the course of its rate, the highest of them full.
    fileprivate static func flow(
        _ name: String, _ perSecond: Double, _ seconds: InstanceFigures.Percentiles?, course: [Double] = [],
        columns: Int = 0
    ) -> ScreenLine {
        let times = seconds.map { [$0.p50, $0.p95, $0.p99].map(\.durationText) } ?? ["–", "–", "–"]
        let text = cells([name, perSecond.rateText] + times)
        let room = columns - widths.name - 4 * widths.number - 3
        guard room >= 12, let highest = course.max(), highest > 0 else { return ScreenLine(text) }
        let steps = Array("▁▂▃▄▅▆▇█")
        let bars = course.suffix(room).map { steps[Int(($0 / highest * 7).rounded())] }
        return ScreenLine("\(text)   \(String(bars))")
    }

    private static func cells(_ words: [String]) -> String {
        String(words[0].prefix(widths.name)).padded(to: widths.name)
            + words.dropFirst().map { " " + $0.padded(to: widths.number - 1, atFront: true) }.joined()
    }
}

extension Double {
    /// A rate or a size, as people read it: 0, 0.4, 12, 3,456.
    var rateText: String {
        guard self > 0, self < 1e15 else { return self == 0 ? "0" : "\(self)" }
        if self < 9.95 { return self < 0.05 ? "<0.1" : String(format: "%.1f", self) }
        return Int(rounded()).groupedText
    }

    /// So many seconds, as people read it; below and above what histograms of durations tell apart as limits.
    var durationText: String {
        switch self {
        case ..<0.001: "<1 ms"
        case ..<0.00995: String(format: "%.1f ms", self * 1000)
        case ..<0.9995: String(format: "%.0f ms", self * 1000)
        case ..<10: String(format: "%.1f s", self)
        default: ">10 s"
        }
    }
}

extension Int {
    /// The number with commas between thousands.
    var groupedText: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
