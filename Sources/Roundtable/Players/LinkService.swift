package import Foundation

/// Makes several devices those of one player: a code is shown on one that has the player's credential, and entered on
/// one that has another.
package struct LinkService: Sendable {
    /// The time in which a code can be entered, in seconds.
    static let codeSeconds = 600
    /// The number of wrong codes that a player may enter within ``codeSeconds``.
    static let guesses = 5

    let context: ServiceContext
    let store: any LinkStore
    let successions: SuccessionService

    /// A new code for a player, in place of an older one.
    package func makeCode(for player: PlayerID) async throws(ServiceError) -> (code: LinkCodeText, expiresAt: Date) {
        var generator = SystemRandomNumberGenerator()
        let code = LinkCodeText.make(using: &generator)
        let expiresAt = context.now().adding(seconds: Self.codeSeconds)
        guard try await store.save(code.digest(by: context.keys), of: player, expiresAt: expiresAt) else {
            successions.players.forget(player)
            throw PlayerService.invalid
        }
        return (code, expiresAt)
    }

    /// Makes all credentials of a player those of the player who showed a code; their seats go along.
    ///
    /// - Returns: the player as whom the caller plays from now on. Entering the same code again changes nothing.
    /// - Throws: `bad_request` for a code that was never made, is used or too old; `not_allowed` for the player's own;
    ///   `rate_limited` after too many wrong ones.
    package func enter(_ typed: String, by player: PlayerID) async throws(ServiceError) -> PlayerID {
        guard let code = LinkCodeText(typed: typed) else { throw ServiceError(because: .notCode) }
        try context.usage?.enterLinkCode(by: player)
        let now = context.now()
        try await countGuess(of: player, at: now)
        switch try await store.link(player, by: code.digest(by: context.keys), at: now) {
        case .linked(let successor):
            try await successions.carryOut(for: player)
            return successor
        case .already(let same): return same
        case .own: throw ServiceError(because: .ownCode)
        case .unknown: throw ServiceError(because: .wrongCode)
        }
    }

    /// Counts every attempt before it is made, so that many at once are counted, too; a right one wipes the count out.
    private func countGuess(of player: PlayerID, at now: Date) async throws(ServiceError) {
        let guesses = try await store.countGuess(of: player, since: now.adding(seconds: -Self.codeSeconds), at: now)
        guard guesses.count > Self.guesses else { return }
        let rest = guesses.since.adding(seconds: Self.codeSeconds).timeIntervalSince(now)
        throw context.metrics.refusal(.linkCodes, retryAfter: max(1, Int(rest.rounded(.up))))
    }
}
