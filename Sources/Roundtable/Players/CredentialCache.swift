import Synchronization

/// The players of credentials that were checked a moment ago, so that not every request asks the database.
///
/// Bounded in number, and in age: what changes about a credential is noticed within ``lifetime``.
final class CredentialCache: Sendable {
    private struct Entry {
        let player: Player
        let until: ContinuousClock.Instant
    }

    /// How long an answer is believed.
    static let lifetime = Duration.seconds(5)
    private static let capacity = 50_000

    private let entries = Mutex<[CredentialID: Entry]>([:])
    private let tokens = Mutex<[String: CredentialID]>([:])

    /// The credential of a token; opened once, since a token never stands for another one.
    func credential(of token: String, _ open: (String) -> CredentialID?) -> CredentialID? {
        if let known = tokens.withLock({ $0[token] }) { return known }
        guard let credential = open(token) else { return nil }
        tokens.withLock { tokens in
            if tokens.count >= Self.capacity { tokens.removeAll() }
            tokens[token] = credential
        }
        return credential
    }

    /// The player of a credential, if that was checked a moment ago.
    func player(with credential: CredentialID, at now: ContinuousClock.Instant = .now) -> Player? {
        entries.withLock { entries in
            guard let entry = entries[credential], entry.until > now else { return nil }
            return entry.player
        }
    }

    /// Keeps what was just checked.
    func keep(_ player: Player, for credential: CredentialID, at now: ContinuousClock.Instant = .now) {
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries = entries.filter { $0.value.until > now } }
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[credential] = Entry(player: player, until: now + Self.lifetime)
        }
    }

    /// Forgets all credentials of a player.
    func forget(_ player: PlayerID) {
        entries.withLock { entries in entries = entries.filter { $0.value.player.id != player } }
    }
}
