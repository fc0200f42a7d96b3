internal import Foundation

/// The pages' own words in one language.
struct PageWords {
    var language: String
    var goingOn: String
    var over: String
    var notSent: String
    var overtaken: String
    var cancelled: String
    var players: String
    var toAct: String
    var openSeat: String
    var closedSeat: String
    var invitation: String
    var unknownTitle: String
    var unknownText: String

    func standing(_ standing: MessagePage.Standing) -> String {
        switch standing {
        case .goingOn: goingOn
        case .over: over
        case .notSent: notSent
        case .overtaken: overtaken
        case .cancelled: cancelled
        }
    }

    func note(_ state: MessagePage.SeatState) -> String? {
        switch state {
        case .open: openSeat
        case .taken: nil
        case .closed: closedSeat
        }
    }
}

extension PageWords {
    /// The words in the wanted language, such as `de-AT`, or in English if the pages don't speak it.
    static func best(for language: String) -> PageWords {
        let wanted = Locale(identifier: language).language.languageCode?.identifier
        return all.first { $0.language == wanted } ?? english
    }

    private static let all = [english, german]

    private static let english = PageWords(
        language: "en",
        goingOn: "Game in progress",
        over: "Game over",
        notSent: "This message has not been sent yet, so its move does not count so far.",
        overtaken: "Somebody else was faster: this move was overtaken and does not count.",
        cancelled: "Its author took this message back. The move does not count.",
        players: "Players",
        toAct: "To play",
        openSeat: "Open seat",
        closedSeat: "Not playing",
        invitation: "This game is played in Messages. Open the message on an iPhone or iPad with the app to join in.",
        unknownTitle: "Nothing to see here",
        unknownText: "This link does not lead to a game. It may be incomplete, or the game may have been deleted. "
            + "Try opening it from the conversation in Messages again.")

    private static let german = PageWords(
        language: "de",
        goingOn: "Spiel läuft",
        over: "Spiel beendet",
        notSent: "Diese Nachricht ist noch nicht gesendet; ihr Zug zählt bisher nicht.",
        overtaken: "Jemand war schneller: Dieser Zug wurde überholt und zählt nicht.",
        cancelled: "Diese Nachricht wurde zurückgenommen. Der Zug zählt nicht.",
        players: "Mitspielende",
        toAct: "Am Zug",
        openSeat: "Freier Platz",
        closedSeat: "Spielt nicht mit",
        invitation: "Dieses Spiel wird in Nachrichten gespielt. Zum Mitspielen die Nachricht auf einem iPhone oder "
            + "iPad mit der App öffnen.",
        unknownTitle: "Hier gibt es nichts zu sehen",
        unknownText: "Dieser Link führt zu keinem Spiel. Vielleicht ist er unvollständig, oder das Spiel wurde "
            + "gelöscht. Am besten noch einmal aus der Unterhaltung in Nachrichten öffnen.")
}
