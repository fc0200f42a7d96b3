import Foundation
import Synchronization

/// The players of credentials that were looked up before, so that not every request asks the database.
///
/// A look-up is valid for ``lifetime``, and longer as long as somebody keeps asking, for all of them at
/// once, which credentials have changed. Bounded in bytes; those that were used lately stay.
final class CredentialCache: Sendable {
    private struct State {
        var entries = RecentlyUsed<CredentialID, (player: Player, checked: ContinuousClock.Instant)>(
            limit: CredentialCache.limit)
        /// When it was last asked which credentials have changed; nil if it never was.
        var swept: ContinuousClock.Instant?
        /// From when on to ask next, by the store's clock.
        var next: Date?
    }

    /// The longest that a transaction takes which changes a credential: so much of what was asked for is asked for
    /// again, since a change shows only when it is committed. In seconds.
    private static let longestChange: TimeInterval = 60
    /// The time in which the store surely reports a change, in seconds.
    private static let longestMemory: TimeInterval = 1800

    /// The time that something is valid without being checked again.
    static let lifetime = Duration.seconds(5)
    /// The greatest number of bytes of players that are remembered, and of tokens.
    private static let limit = 24 << 20
    /// The size of one of them in bytes, besides its token.
    private static let size = 192
    /// No token of ours is longer than that.
    private static let longestToken = 256

    private let state = Mutex(State())
    private let tokens = Mutex<(generation: Int, known: RecentlyUsed<String, CredentialID>)>(
        (0, RecentlyUsed(limit: CredentialCache.limit)))

    /// The credential of a token; opened once, since a token never stands for another one.
    func credential(of token: String, _ open: (String) -> CredentialID?) -> CredentialID? {
        guard token.utf8.count <= Self.longestToken else { return nil }
        let (generation, known) = tokens.withLock { ($0.generation, $0.known.value(of: token)) }
        if let known { return known }
        guard let credential = open(token) else { return nil }
        tokens.withLock { tokens in
            // NB: it may have been opened by a key that is retired by now.
            guard tokens.generation == generation else { return }
            tokens.known.keep(credential, for: token, weighing: Self.size + token.utf8.count)
        }
        return credential
    }

    /// Opens every token anew.
    func forgetTokens() { tokens.withLock { $0 = ($0.generation + 1, RecentlyUsed(limit: Self.limit)) } }

    /// The player of a credential, if what was looked up is still valid.
    func player(with credential: CredentialID, at now: ContinuousClock.Instant = .now) -> Player? {
        state.withLock { state in
            guard let entry = state.entries.value(of: credential) else { return nil }
            return max(entry.checked, state.swept ?? entry.checked) + Self.lifetime > now ? entry.player : nil
        }
    }

    /// Keeps what was looked up.
    ///
    /// - Parameter moment: when the look-up began.
    func keep(_ player: Player, for credential: CredentialID, since moment: ContinuousClock.Instant) {
        state.withLock { $0.entries.keep((player, moment), for: credential, weighing: Self.size) }
    }

    /// From when on to ask which credentials have changed, by the store's clock; nil before the first time.
    var nextSweep: Date? { state.withLock { $0.next } }

    /// Forgets credentials that have changed, and renews all others.
    ///
    /// - Parameter moment: when it was asked for the changes.
    func sweep(_ changes: (credentials: [CredentialID], at: Date), since moment: ContinuousClock.Instant) {
        state.withLock { state in
            let isComplete = state.next.map { changes.at.timeIntervalSince($0) < Self.longestMemory } ?? false
            if !isComplete { state.entries.forgetAll() }
            for credential in changes.credentials { state.entries.forget(credential) }
            state.swept = moment
            state.next = changes.at.addingTimeInterval(-Self.longestChange)
        }
    }

    func forget(_ player: PlayerID) {
        state.withLock { $0.entries.forget { $0.player.id == player } }
    }
}
