internal import Foundation
internal import GameRules

extension PageWords {
    /// The time that something has lasted, in whole minutes, hours or days: `for 5 minutes`.
    func duration(since start: Date, until now: Date) -> String {
        let minutes = Int(max(0, now.timeIntervalSince(start)) / 60)
        return switch minutes {
        case ..<1: self[.forMoments]
        case ..<60: text(.forMinutes, minutes)
        case ..<1440: text(.forHours, minutes / 60)
        default: text(.forDays, minutes / 1440)
        }
    }

    /// A time as people of the language write it, in UTC: the server knows no reader's clock.
    func time(_ date: Date) -> String {
        let style = Date.FormatStyle(
            date: .abbreviated, time: .shortened, locale: Locale(identifier: language), timeZone: .gmt)
        return date.formatted(style) + " UTC"
    }

    private func text(_ word: Word, _ number: Int) -> String {
        guard let pattern = Self.catalog.pattern(word.rawValue, in: language) else { return word.rawValue }
        let variant = pattern.variant(
            isReadersOwn: false, arguments: ["number": .number(number)], rules: PluralRules(of: language))
        return variant.pieces.map { piece in
            switch piece {
            case .text(let text): text.string
            case .place: String(number)
            }
        }.joined()
    }
}

extension Date {
    /// For programs, as HTML has it.
    var machineReadable: String { formatted(.iso8601) }
}
