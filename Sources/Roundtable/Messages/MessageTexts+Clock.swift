import Foundation
import GameRules

extension MessageTexts {
    /// The same with the time that the turn has that begins with the message, in the trailing subcaption if the game
    /// leaves it free: "3 days to play".
    ///
    /// A bubble stands still, and is read in several time zones and at any time. So it says no hour, and nothing that is
    /// left; and since a draft is sent later than it was written, no deadline is known when its texts are.
    func tellingTime(in session: Session, since now: Date) -> MessageTexts {
        guard trailingSubcaption == nil, let seconds = session.secondsOfTurn(begunAt: now), seconds >= 60 else {
            return self
        }
        let span = TimeSpan(seconds: seconds)
        var texts = self
        texts.trailingSubcaption = GameText("turn.\(span.unit.rawValue)", ["number": .number(span.number)])
        return texts
    }
}
