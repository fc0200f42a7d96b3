public import RoundtableModel

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
