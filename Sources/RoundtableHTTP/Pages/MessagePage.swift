import Foundation
import GameRules
import Mustache
import Roundtable
@_spi(Roundtable) import RoundtableModel

/// The web page at a message's URL, for people without the app: what the public may see of the game, and a picture.
///
/// Every text is escaped, and in its displayed form, without `$UUID`: a browser knows no contacts. There is nothing on
/// it to act by, and nothing of other servers.
struct MessagePage {
    /// So many of those whose turn it is are named.
    private static let mostNames = 3

    let page: PublicPage
    /// The last part of the path of this page.
    let token: MessageToken
    /// The name of the game, as players know it.
    let gameTitle: String
    /// The time at the server.
    let now: Date
    /// The app that plays this game.
    let app: AppIdentity

    private var session: SessionView { page.session }
    private var history: PublicPage.History { page.history }
    /// Whether the game has ended, so that nothing more happens.
    private var isOver: Bool { [.finished, .abandoned].contains(session.state) }
    /// Whether the board is one that others have followed.
    private var isEarlier: Bool { !page.board.isNewest }

    func html() -> String { PageTemplate.message.render(content) }

    /// The values of the template's places. The page's own words follow the language of its texts where it speaks it.
    private var content: [String: Any] {
        let words = PageWords.best(for: page.language)
        let pageURL = page.address.page.text
        let common: [String: Any] = [
            "words": words.language, "direction": words.direction,
            "language": page.language, "textDirection": TextDirection(of: page.language).rawValue,
            "title": gameTitle, "token": token.rawValue, "pageURL": pageURL, "revision": history.total,
            "changes": isOver ? "" : "\(token.rawValue)/changes",
            // NB: previews show the message itself.
            "preview": scene(page.preview.summary, page.preview.accessibilityLabel, page.address.image.text),
            "board": scene(page.board.summary, page.board.accessibilityLabel, "\(page.board.picture.rawValue).png"),
            "app": [
                "banner": app.banner(for: pageURL).map { [$0] } ?? [],
                "store": app.storeURL.map { [["url": $0, "words": words[.getApp]]] } ?? [],
            ] as [String: Any],
        ]
        return [common, storyContent(words), settingsContent(words), historyContent(words)]
            .reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    private func scene(_ summary: String, _ description: String, _ pictureURL: String) -> [String: Any] {
        ["summary": summary, "pictureDescription": description, "pictureURL": pictureURL]
    }

    private func storyContent(_ words: PageWords) -> [String: Any] {
        let (standingWord, standingStyle) = standing
        return [
            "standing": words[standingWord], "standingStyle": standingStyle,
            "turn": isEarlier ? [] : [turnContent(words)],
            "playersTitle": words[.players],
            "seats": session.seats.enumerated().map { content(of: $1, number: $0, words) },
            "invitation": words[.invitation], "reload": words[.reload],
            "seedTitle": words[.seed], "seeds": [page.seed].compactMap(\.self),
        ]
    }

    /// The state of the message or its game, which the reader should know before anything else, and its style.
    private var standing: (word: PageWords.Word, style: String) {
        switch page.status {
        case _ where isEarlier: (.earlierBoard, "past")
        case .latest, .earlier, .unknown: isOver ? (.over, "over") : (.goingOn, "live")
        case .draft: (.notSent, "void")
        case .overtaken: (.overtaken, "void")
        case .cancelled: (.cancelled, "void")
        }
    }

    private func turnContent(_ words: PageWords) -> [String: Any] {
        let acting = session.seats.filter { session.toAct.contains($0.seat) && $0.isPlayed }
        let names = acting.prefix(Self.mostNames).map(\.attribution)
        let (isWaited, since) = (!isOver, page.updatedAt)
        return [
            "label": isWaited ? (acting.isEmpty ? words[.waiting] : "\(words[.toAct]):") : "",
            "names": isWaited
                ? names.enumerated().map { ["name": $1, "comma": $0 + 1 < names.count ? ", " : ""] } : [],
            "more": isWaited && acting.count > names.count ? "+\(acting.count - names.count)" : "",
            "since": isWaited ? words.duration(since: since, until: now) : words.time(since),
            "isLocal": !isWaited, "at": since.machineReadable, "full": words.time(since),
        ]
    }

    private func content(of seat: SessionView.Seat, number: Int, _ words: PageWords) -> [String: Any] {
        let isNext = session.toAct.contains(seat.seat) && !isOver && !isEarlier && seat.isPlayed
        let (note, style) =
            switch seat.state {
            case .open: (words[page.keptSeats.contains(seat.seat) ? .keptSeat : .openSeat], "open")
            case .taken: ("", "taken")
            case .gone, .closed, .unknown: (words[.closedSeat], "closed")
            }
        let gamesWon = session.series.flatMap { $0.scores.dropFirst(number).first }
        return [
            "name": seat.attribution,
            "initial": seat.state == .taken ? String(seat.attribution.prefix(1)) : "",
            "note": isNext ? words[.toAct] : note,
            "won": gamesWon.map { [words.text(.gamesWon, $0)] } ?? [],
            "style": isNext ? "next" : style,
        ]
    }

    private func historyContent(_ words: PageWords) -> [String: Any] {
        let shown = isEarlier ? page.board.revision : history.total
        return [
            "historyTitle": words[.history], "previous": words[.previous], "next": words[.next],
            "newest": words[.newest], "shown": shown, "total": history.total, "isEarlier": isEarlier,
            "previousRevision": shown > 1 ? [shown - 1] : [],
            "nextRevision": isEarlier && shown < history.total ? [shown + 1] : [],
            "history": history.events.map { entry in
                [
                    "revision": entry.revision, "summary": entry.summary, "isShown": entry.revision == shown,
                    "at": entry.at.machineReadable, "time": words.time(entry.at),
                ] as [String: Any]
            },
            "before": history.earlier.map { [["revision": $0, "words": words[.earlierEvents]] as [String: Any]] } ?? [],
            "after": history.later.map { [["revision": $0, "words": words[.laterEvents]] as [String: Any]] } ?? [],
        ]
    }

    // MARK: The clock, the series and the creator's choices

    private func settingsContent(_ words: PageWords) -> [String: Any] {
        let isFollowed = !isOver && !isEarlier
        let settings = settings(words)
        return [
            "until": isFollowed ? untilContent(words) : [],
            "stopped": isFollowed && session.clock?.paused == true ? [words[.clockStopped]] : [],
            "series": session.series.map { [words.text(.series, $0.number)] } ?? [],
            "settings": settings,
            "settingsTitle": settings.isEmpty ? "" : words[.settings],
        ]
    }

    /// When the turn is over. NB: in UTC, since the server knows no reader's clock; the page's script knows it.
    private func untilContent(_ words: PageWords) -> [[String: Any]] {
        guard let deadline = session.deadline else { return [] }
        let parts = words.parts(of: .until)
        return [
            [
                "before": parts[0], "after": parts.dropFirst().joined(), "at": deadline.machineReadable,
                "time": words.time(deadline),
            ]
        ]
    }

    private func settings(_ words: PageWords) -> [[String: Any]] {
        var lines: [(name: String, value: String, isGames: Bool)] = []
        if let clock = session.clock {
            lines.append((words[.timeForTurn], words.span(TimeSpan(seconds: clock.turnSeconds)), false))
            if clock.bankSeconds > 0 {
                lines.append((words[.timeInReserve], words.span(TimeSpan(seconds: clock.bankSeconds)), false))
            }
            if let end = clock.atEnd.word { lines.append((words[.atEnd], words[end], false)) }
        }
        lines += options.map { ($0.name, $0.value, true) }
        if page.isLive { lines.append((words[.live], words[.yes], false)) }
        return lines.map { ["name": $0.name, "value": $0.value, "isGames": $0.isGames] }
    }

    /// The members of the options that the creator chose, but for those that are null.
    private var options: [(name: String, value: String)] {
        guard case .object(let members) = page.options.value else { return [] }
        return members.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }.compactMap { name, value in
            switch value {
            case .null: nil
            case .string(let text): (name, text)
            default: (name, "\(GameJSON(value))")
            }
        }
    }
}

extension ClockEnd {
    /// The consequence for a seat whose time is over; nil for a word that is none.
    fileprivate var word: PageWords.Word? {
        switch self {
        case .skip: .atEndSkip
        case .forfeit: .atEndForfeit
        case .play: .atEndPlay
        case .unknown: nil
        }
    }
}

extension SessionView.Seat {
    /// Whether somebody sits there, or may.
    fileprivate var isPlayed: Bool { state == .open || state == .taken }
}
