import Foundation
import GameRules

extension MessageTexts {
    /// The same with the time that the turn has that begins with the message, in the trailing subcaption if the game
    /// leaves it free: "3 days to play".
    ///
    /// A bubble stands still, and is read in several time zones and at any time. So it says no hour, and nothing that
    /// is left; and since a draft is sent later than it was written, no deadline is known when its texts are.
    func tellingTime(in session: Session, since now: Date) -> MessageTexts {
        guard trailingSubcaption == nil, let seconds = session.secondsOfTurn(begunAt: now), seconds >= 60 else {
            return self
        }
        let span = TimeSpan(seconds: seconds)
        var texts = self
        texts.trailingSubcaption = GameText(Self.key(of: span.unit), ["number": .number(span.number)])
        return texts
    }

    /// The same, with the turn's time at the end of what VoiceOver says, if the message tells it.
    var sayingTime: MessageTexts {
        guard let time = trailingSubcaption, let label = accessibilityLabel,
            TimeSpan.Unit.allCases.contains(where: { time.key == Self.key(of: $0) })
        else { return self }
        var texts = self
        texts.accessibilityLabel = GameText("turn.label", ["label": .text(label), "time": .text(time)])
        return texts
    }

    private static func key(of unit: TimeSpan.Unit) -> String { "turn.\(unit.rawValue)" }
}
