import BoardDrawings

extension WatchView {
    /// What the process takes of its machine, and what is wrong with sessions and refused to players.
    static func process(_ figures: InstanceFigures) -> [ScreenLine] {
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
    static func sessions(_ figures: InstanceFigures, _ columns: Int, lines count: Int) -> [ScreenLine] {
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
    static func kinds(_ title: String, _ rates: [String: Double], alarm: String? = nil) -> ScreenLine {
        let parts = rates.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rateText)" }
        let isAlarm = alarm.map { rates[$0, default: 0] > 0 } ?? false
        return ScreenLine("\(title) \(parts.joined(separator: "  "))", isAlarm ? .alarm : .plain)
    }
}
