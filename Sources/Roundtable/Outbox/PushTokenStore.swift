package import Foundation

/// Where push tokens are kept.
package protocol PushTokenStore: Sendable {
    /// Keeps a token of a player's, who alone has it from now on; the oldest of too many go.
    func register(_ token: PushToken, of player: PlayerID, at now: Date) async throws(ServiceError)
    /// Forgets a token of a player's, if it is one.
    ///
    /// - Parameter time: not if it was registered later; nil for whenever it was.
    func forget(
        _ token: String, of player: PlayerID, registeredBefore time: Date?
    ) async throws(ServiceError)
    /// A player's tokens, the newest first.
    func pushTokens(of player: PlayerID) async throws(ServiceError) -> [PushToken]
    /// The number of sessions in which a player is to act.
    func waitingGames(of player: PlayerID) async throws(ServiceError) -> Int
}
