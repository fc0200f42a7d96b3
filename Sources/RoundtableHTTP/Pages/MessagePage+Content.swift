internal import Foundation
internal import GameRules

extension MessagePage {
    /// So many of those whose turn it is are named.
    private static let mostNames = 3

    /// The values of the template's places.
    var content: [String: Any] {
        let words = PageWords.best(for: language)
        let common: [String: Any] = [
            "words": words.language, "direction": words.direction,
            "language": language, "textDirection": TextDirection(of: language).rawValue,
            "title": gameTitle, "token": token, "pageURL": pageURL, "revision": revision,
            "changes": isOver ? "" : "\(token)/changes",
            "preview": preview.content, "board": board.content, "app": appContent(words),
        ]
        let settings = settingsContent(words, isLive: !isOver && earlierRevision == nil)
        return [common, storyContent(words), settings, historyContent(words)].reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    private func storyContent(_ words: PageWords) -> [String: Any] {
        let isEarlier = earlierRevision != nil
        let isLive = !isOver && !isEarlier
        return [
            "standing": isEarlier ? words[.earlierBoard] : words.standing(standing),
            "standingStyle": isEarlier ? "past" : standing.style,
            "turn": isEarlier ? [] : [turnContent(words)],
            "playersTitle": words[.players],
            "seats": seats.map { $0.content(words, isLive: isLive) },
            "invitation": words[.invitation], "reload": words[.reload],
            "seedTitle": words[.seed], "seeds": [seed].compactMap(\.self),
        ]
    }

    /// Whose turn it is, and since when.
    private func turnContent(_ words: PageWords) -> [String: Any] {
        let acting = seats.filter { $0.isToAct && $0.state != .closed }
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
        let shown = earlierRevision ?? revision
        let (first, last) = (history.first?.revision ?? 1, history.last?.revision ?? revision)
        return [
            "historyTitle": words[.history], "previous": words[.previous], "next": words[.next],
            "newest": words[.newest], "shown": shown, "total": revision, "isEarlier": earlierRevision != nil,
            "previousRevision": shown > 1 ? [shown - 1] : [],
            "nextRevision": earlierRevision != nil && shown < revision ? [shown + 1] : [],
            "history": history.map { entry in
                [
                    "revision": entry.revision, "summary": entry.summary, "isShown": entry.revision == shown,
                    "at": entry.at.machineReadable, "time": words.time(entry.at),
                ] as [String: Any]
            },
            "before": first > 1 ? [["revision": first - 1, "words": words[.earlierEvents]] as [String: Any]] : [],
            "after": last < revision ? [["revision": last + 1, "words": words[.laterEvents]] as [String: Any]] : [],
        ]
    }

    private func appContent(_ words: PageWords) -> [String: Any] {
        [
            "banner": app.banner(for: pageURL).map { [$0] } ?? [],
            "store": app.storeURL.map { [["url": $0, "words": words[.getApp]]] } ?? [],
        ]
    }
}

extension MessagePage.Scene {
    fileprivate var content: [String: Any] {
        ["summary": summary, "pictureDescription": pictureDescription, "pictureURL": pictureURL]
    }
}

extension MessagePage.Seat {
    fileprivate func content(_ words: PageWords, isLive: Bool) -> [String: Any] {
        let isNext = isToAct && isLive && state != .closed
        return [
            "name": name,
            "initial": state == .taken ? String(name.prefix(1)) : "",
            "note": isNext ? words[.toAct] : words.note(state) ?? "",
            "won": gamesWon.map { [words.text(.gamesWon, $0)] } ?? [],
            "style": isNext ? "next" : state.style,
        ]
    }
}

extension MessagePage.SeatState {
    fileprivate var style: String {
        switch self {
        case .open, .kept: "open"
        case .taken: "taken"
        case .closed: "closed"
        }
    }
}

extension MessagePage.Standing {
    fileprivate var style: String {
        switch self {
        case .goingOn: "live"
        case .over: "over"
        case .notSent, .overtaken, .cancelled: "void"
        }
    }
}
