import Foundation
import GameRules
import Roundtable
import RoundtableModel

extension MessagePage {
    /// So many of those whose turn it is are named.
    private static let mostNames = 3

    /// The values of the template's places.
    var content: [String: Any] {
        let words = PageWords.best(for: language)
        let common: [String: Any] = [
            "words": words.language, "direction": words.direction,
            "language": language, "textDirection": TextDirection(of: language).rawValue,
            "title": gameTitle, "token": token, "pageURL": pageURL, "revision": history.total,
            "changes": isOver ? "" : "\(token)/changes", "preview": preview.content, "board": board.content,
            "app": [
                "banner": app.banner(for: pageURL).map { [$0] } ?? [],
                "store": app.storeURL.map { [["url": $0, "words": words[.getApp]]] } ?? [],
            ] as [String: Any],
        ]
        return [common, storyContent(words), settingsContent(words), historyContent(words)]
            .reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    private var isEarlier: Bool { earlierRevision != nil }

    private func storyContent(_ words: PageWords) -> [String: Any] {
        let (standingWord, standingStyle) = standing.shown
        return [
            "standing": words[isEarlier ? .earlierBoard : standingWord],
            "standingStyle": isEarlier ? "past" : standingStyle,
            "turn": isEarlier ? [] : [turnContent(words)],
            "playersTitle": words[.players],
            "seats": seats.map { $0.content(words, isLive: !isOver && !isEarlier) },
            "invitation": words[.invitation], "reload": words[.reload],
            "seedTitle": words[.seed], "seeds": [seed].compactMap(\.self),
        ]
    }

    /// Whose turn it is, and since when.
    private func turnContent(_ words: PageWords) -> [String: Any] {
        let acting = seats.filter { $0.isToAct && $0.isPlayed }
        let names = acting.prefix(Self.mostNames).map(\.name)
        let isWaited = !isOver
        return [
            "label": isWaited ? (acting.isEmpty ? words[.waiting] : "\(words[.toAct]):") : "",
            "names": isWaited
                ? names.enumerated().map { ["name": $1, "comma": $0 + 1 < names.count ? ", " : ""] } : [],
            "more": isWaited && acting.count > names.count ? "+\(acting.count - names.count)" : "",
            "since": isWaited ? words.duration(since: updatedAt, until: now) : words.time(updatedAt),
            "isLocal": !isWaited, "at": updatedAt.machineReadable, "full": words.time(updatedAt),
        ]
    }

    private func historyContent(_ words: PageWords) -> [String: Any] {
        let shown = earlierRevision ?? history.total
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
            "stopped": isFollowed && clock?.paused == true ? [words[.clockStopped]] : [],
            "series": gameOfSeries.map { [words.text(.series, $0)] } ?? [],
            "settings": settings,
            "settingsTitle": settings.isEmpty ? "" : words[.settings],
        ]
    }

    /// When the turn is over. NB: in UTC, since the server knows no reader's clock; the page's script knows it.
    private func untilContent(_ words: PageWords) -> [[String: Any]] {
        guard let deadline else { return [] }
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
        if let clock {
            lines.append((words[.timeForTurn], words.span(TimeSpan(seconds: clock.turnSeconds)), false))
            if clock.bankSeconds > 0 {
                lines.append((words[.timeInReserve], words.span(TimeSpan(seconds: clock.bankSeconds)), false))
            }
            if let end = clock.atEnd.word { lines.append((words[.atEnd], words[end], false)) }
        }
        lines += options.map { ($0.name, $0.value, true) }
        if isLive { lines.append((words[.live], words[.yes], false)) }
        return lines.map { ["name": $0.name, "value": $0.value, "isGames": $0.isGames] }
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

extension MessagePage.Scene {
    fileprivate var content: [String: Any] {
        ["summary": summary, "pictureDescription": pictureDescription, "pictureURL": pictureURL]
    }
}

extension MessagePage.Seat {
    /// Whether somebody sits there, or may.
    fileprivate var isPlayed: Bool { state == .open || state == .taken }

    fileprivate func content(_ words: PageWords, isLive: Bool) -> [String: Any] {
        let isNext = isToAct && isLive && isPlayed
        let (note, style) =
            switch state {
            case .open: (words[isKept ? .keptSeat : .openSeat], "open")
            case .taken: ("", "taken")
            case .gone, .closed, .unknown: (words[.closedSeat], "closed")
            }
        return [
            "name": name,
            "initial": state == .taken ? String(name.prefix(1)) : "",
            "note": isNext ? words[.toAct] : note,
            "won": gamesWon.map { [words.text(.gamesWon, $0)] } ?? [],
            "style": isNext ? "next" : style,
        ]
    }
}

extension MessagePage.Standing {
    /// How the page words it, and the style of that.
    fileprivate var shown: (word: PageWords.Word, style: String) {
        switch self {
        case .goingOn: (.goingOn, "live")
        case .over: (.over, "over")
        case .notSent: (.notSent, "void")
        case .overtaken: (.overtaken, "void")
        case .cancelled: (.cancelled, "void")
        }
    }
}
