public import Foundation
public import RoundtableModel

// swift: importing RoundtableModel
//   in (serviceURL: URL, token: MessageToken, people: Conversation, sender: ParticipantID,
//   readKeychain: @escaping @Sendable () async -> Credential?,
//   writeKeychain: @escaping @Sendable (Credential) async throws -> Void) async throws

/// Speaks to a Roundtable service for an app that plays in Messages; one method per route.
///
/// The credential is the player: keep it in the Keychain, so that a reinstall doesn't cost the player their seats.
/// Whoever has none is made a player by the first call that needs one.
///
/// ```swift
/// let roundtable = RoundtableClient(baseURL: serviceURL, credential: readKeychain, keep: writeKeychain)
///
/// // A message was tapped:
/// let opened = try await roundtable.open(token, OpenRequest(conversation: people, sender: sender))
///
/// // The player moved; the answer's message is to be staged:
/// let turn = Turn(revision: opened.session.revision, move: "4", conversation: people)
/// let answer = try await roundtable.play(turn, in: opened.session.id)
///
/// // didStartSending(_:conversation:), or else didCancelSending(_:conversation:):
/// try await roundtable.reportSent(answer.message.token, SentRequest(conversation: people))
/// try await roundtable.cancel(answer.message.token, CancelRequest(conversation: people))
/// ```
public struct RoundtableClient: Sendable {
    /// The language of all texts, those of messages and those that the app draws itself, such as `de`: unless set, the
    /// one that the device's owner prefers. A request may name another.
    public var language: String? = Locale.preferredLanguages.first

    let baseURL: URL
    let credential: @Sendable () async -> Credential?
    let newcomers: Newcomers?
    let transport: any Transport
    let retries: RetryPolicy

    /// Makes a client that asks for the credential at each request, wherever the app keeps it.
    ///
    /// - Parameters:
    ///   - credential: the credential that is kept; nil while there is none.
    ///   - keep: keeps the credential of a player who was made because there was none, for good: it isn't shown again.
    ///     If it throws, so does the call. Without it, no player is made but by ``makePlayer()``.
    public init(
        baseURL: URL, transport: any Transport = URLSessionTransport(), retries: RetryPolicy = RetryPolicy(),
        credential: @escaping @Sendable () async -> Credential?,
        keep: (@Sendable (Credential) async throws -> Void)? = nil
    ) {
        self.baseURL = baseURL
        self.credential = credential
        self.transport = transport
        self.retries = retries
        newcomers = keep.map { Newcomers(keep: $0) }
    }

    /// Makes a client of one player, or of nobody yet.
    public init(
        baseURL: URL, credential: Credential?, transport: any Transport = URLSessionTransport(),
        retries: RetryPolicy = RetryPolicy()
    ) {
        self.init(baseURL: baseURL, transport: transport, retries: retries, credential: { credential })
    }
}
