import GameRules

/// The pages' own words in one language.
struct PageWords {
    /// The texts of the pages; each has a pattern in every text file.
    enum Word: String, CaseIterable {
        case goingOn = "going-on"
        case over
        case notSent = "not-sent"
        case overtaken
        case cancelled
        case players
        case toAct = "to-act"
        case openSeat = "open-seat"
        case keptSeat = "kept-seat"
        case closedSeat = "closed-seat"
        case invitation
        case seed
        case previous
        case next
        case newest
        case history
        case earlierBoard = "earlier-board"
        case waiting
        case forMoments = "for-moments"
        case forMinutes = "for-minutes"
        case forHours = "for-hours"
        case forDays = "for-days"
        case until
        case clockStopped = "clock-stopped"
        case series
        case gamesWon = "games-won"
        case settings
        case timeForTurn = "time-for-turn"
        case timeInReserve = "time-in-reserve"
        case atEnd = "at-end"
        case atEndSkip = "at-end-skip"
        case atEndForfeit = "at-end-forfeit"
        case atEndPlay = "at-end-play"
        case live
        case yes
        case days
        case hours
        case minutes
        case earlierEvents = "earlier-events"
        case laterEvents = "later-events"
        case reload
        case getApp = "get-app"
        case unknownTitle = "unknown.title"
        case unknownText = "unknown.text"
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
