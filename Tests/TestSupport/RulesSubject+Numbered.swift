package import GameRules
package import Roundtable

extension RulesSubject {
    /// A question of a session of a game; unless told otherwise, the session's number is also that of who created it
    /// and of who asks.
    package static func numbered(
        _ session: UInt64, of game: GameName = "slow", creator: Int? = nil, player: Int? = nil
    ) -> RulesSubject {
        RulesSubject(
            game: game, session: SessionID(.numbered(session, kind: 0xA0)),
            creator: .numbered(creator ?? Int(session)), player: .numbered(player ?? Int(session)))
    }
}
