public import RoundtableModel

/// The player's credential while the extension lives, read from the vault once.
actor PlayerCredential {
    private let vault: any CredentialVault
    private(set) var current: Credential?

    init(in vault: any CredentialVault) { self.vault = vault }

    /// Reads the vault, unless the credential is known.
    func load() async throws(Unreadable) {
        guard current == nil else { return }
        do {
            current = try await vault.credential()
        } catch {
            throw Unreadable(reason: error)
        }
    }

    /// The credential, from the vault if need be; nil also if the vault can't be read.
    var known: Credential? {
        get async {
            try? await load()
            return current
        }
    }

    func keep(_ credential: Credential) async throws { current = try await vault.keep(credential) }

    /// Forgets the credential, unless the vault has another one by now: that of another device.
    func forget() async throws(Unreadable) {
        do {
            if let current, try await vault.credential() == current { try await vault.forget() }
        } catch {
            throw Unreadable(reason: error)
        }
        current = nil
    }

    /// The vault could not say whether there is a credential, or could not forget it.
    struct Unreadable: Error {
        let reason: any Error
    }
}

/// The place where the player's credential is kept: the Keychain, unless an app or a test has its own.
public protocol CredentialVault: Sendable {
    /// Reads the credential; nil if none was ever kept.
    ///
    /// NB: it must throw if it can't tell, such as while the device is locked. Whoever is taken for a newcomer by
    /// mistake gets another player, and has lost their seats.
    func credential() async throws -> Credential?

    /// Keeps the credential of a player who was just made for good, unless there is one already: then another device,
    /// or the containing app, was quicker, and what it has kept stays.
    ///
    /// - Returns: the credential that is kept now.
    func keep(_ credential: Credential) async throws -> Credential

    /// Forgets the credential, wherever it is kept.
    func forget() async throws
}
