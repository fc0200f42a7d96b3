import Foundation
@_spi(Roundtable) import GameRules
import Roundtable

/// The pages' own words in one language.
struct PageWords {
    /// The texts of the pages; each has a pattern in every text file.
    enum Word: String, CaseIterable {
        case goingOn, over, notSent, overtaken, cancelled
        case players, toAct, openSeat, keptSeat, closedSeat, invitation, seed
        case previous, next, newest, history, earlierBoard, earlierEvents, laterEvents
        case waiting, forMoments, forMinutes, forHours, forDays, until, clockStopped, series, gamesWon
        case settings, timeForTurn, timeInReserve, atEnd, atEndSkip, atEndForfeit, atEndPlay, live, yes
        case days, hours, minutes
        case reload, getApp, unknownTitle, unknownText
    }

    static let catalog = TextCatalog(embedded: [
        "ar": PackageResources.ar_json, "de": PackageResources.de_json, "en": PackageResources.en_json,
        "pl": PackageResources.pl_json,
    ])

    let language: String

    /// The words in the wanted language, such as `de-AT`, or in English if the pages don't speak it.
    static func best(for language: String) -> PageWords { PageWords(language: Self.language(for: [language])) }

    /// The first of the wanted languages that the pages speak, or English.
    static func language(for preferences: [String]) -> String { catalog.language(for: preferences) ?? "en" }

    subscript(word: Word) -> String { Self.catalog.pattern(word.rawValue, in: language)?.other ?? word.rawValue }

    var direction: String { TextDirection(of: language).rawValue }

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

    /// A span of time: `3 days`.
    func span(_ span: TimeSpan) -> String {
        switch span.unit {
        case .days: text(.days, span.number)
        case .hours: text(.hours, span.number)
        case .minutes: text(.minutes, span.number)
        }
    }

    /// A word with a number in its place.
    func text(_ word: Word, _ number: Int) -> String { parts(of: word, number: number).joined(separator: "\(number)") }

    /// The text of a word around the place that is to be filled.
    ///
    /// - Parameter number: the number by which a variant is chosen, if it has variants.
    func parts(of word: Word, number: Int = 0) -> [String] {
        guard let pattern = Self.catalog.pattern(word.rawValue, in: language) else { return [word.rawValue] }
        let variant = pattern.variant(
            isReadersOwn: false, arguments: ["number": .number(number)], rules: PluralRules(of: language))
        return variant.pieces.reduce(into: [""]) { parts, piece in
            switch piece {
            case .text(let text): parts[parts.count - 1] += text.string
            case .place: parts.append("")
            }
        }
    }
}

extension Date {
    /// For programs, as HTML has it.
    var machineReadable: String { formatted(.iso8601) }
}
