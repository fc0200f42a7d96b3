internal import Foundation
internal import Roundtable
internal import RoundtableModel

/// The page's lines on the clock, the series and the creator's choices.
extension MessagePage {
    /// The values of the template's places.
    func settingsContent(_ words: PageWords, isLive isFollowed: Bool) -> [String: Any] {
        [
            "until": isFollowed ? untilContent(words) : [],
            "stopped": isFollowed && clock?.isStopped == true ? [words[.clockStopped]] : [],
            "series": gameOfSeries.map { [words.text(.series, $0)] } ?? [],
            "settings": settings(words),
            "settingsTitle": settings(words).isEmpty ? "" : words[.settings],
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
            if let end = words.end(clock.atEnd) { lines.append((words[.atEnd], end, false)) }
        }
        for option in options { lines.append((option.name, option.value, true)) }
        if isLive { lines.append((words[.live], words[.yes], false)) }
        return lines.map { ["name": $0.name, "value": $0.value, "isGames": $0.isGames] }
    }
}

extension PageWords {
    /// The consequence for a seat whose time is over; nil for a word that is none.
    fileprivate func end(_ end: ClockEnd) -> String? {
        switch end {
        case .skip: self[.atEndSkip]
        case .forfeit: self[.atEndForfeit]
        case .play: self[.atEndPlay]
        case .unknown: nil
        }
    }
}
