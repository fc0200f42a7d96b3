import GameRules

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

    /// The words in every language.
    static let catalog = TextCatalog(embedded: [
        "ar": PackageResources.ar_json, "de": PackageResources.de_json, "en": PackageResources.en_json,
        "pl": PackageResources.pl_json,
    ])

    let language: String

    /// The words in the wanted language, such as `de-AT`, or in English if the pages don't speak it.
    static func best(for language: String) -> PageWords {
        PageWords(language: Self.language(for: [language]))
    }

    /// The first of the wanted languages that the pages speak, or English.
    static func language(for preferences: [String]) -> String { catalog.language(for: preferences) ?? "en" }

    subscript(word: Word) -> String { Self.catalog.pattern(word.rawValue, in: language)?.other ?? word.rawValue }

    /// Which way the words run.
    var direction: String { TextDirection(of: language).rawValue }

    func standing(_ standing: MessagePage.Standing) -> String {
        switch standing {
        case .goingOn: self[.goingOn]
        case .over: self[.over]
        case .notSent: self[.notSent]
        case .overtaken: self[.overtaken]
        case .cancelled: self[.cancelled]
        }
    }

    func note(_ state: MessagePage.SeatState) -> String? {
        switch state {
        case .open: self[.openSeat]
        case .kept: self[.keptSeat]
        case .taken: nil
        case .closed: self[.closedSeat]
        }
    }
}
