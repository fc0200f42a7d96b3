public import Foundation
public import RoundtableModel

/// Speaks to a Roundtable service for an app that plays in Messages; one method per route.
///
/// The credential is the player: keep it in the Keychain, so that a reinstall doesn't cost the player their seats.
///
/// ```swift
/// let roundtable = RoundtableClient(baseURL: serviceURL) { keychain.credential }
/// if keychain.credential == nil { keychain.credential = try await roundtable.makePlayer().token }
///
/// // The app was activated by a tapped message:
/// let people = Conversation(
///     local: conversation.localParticipantIdentifier, remotes: conversation.remoteParticipantIdentifiers)
/// if let tapped = conversation.selectedMessage, let token = MessageToken(in: tapped.url) {
///     let sender = tapped.isPending ? nil : ParticipantID(tapped.senderParticipantIdentifier)
///     let opened = try await roundtable.open(token, OpenRequest(conversation: people, sender: sender))
///     show(opened.session, animating: opened.events)
/// }
///
/// // The player moved:
/// let turn = Turn(revision: view.revision, move: "4", conversation: people)
/// let answer = try await roundtable.play(turn, in: view.id)
/// let message = MSMessage(session: conversation.selectedMessage?.session ?? MSSession())
/// message.url = answer.message.url
/// message.summaryText = answer.message.summaryText
/// message.layout = templateLayout(answer.message.layout)
/// try await conversation.insert(message)
///
/// // didStartSending(_:conversation:) and didCancelSending(_:conversation:)
/// try await roundtable.reportSent(answer.message.token, SentRequest(conversation: people))
/// try await roundtable.cancel(answer.message.token, CancelRequest(conversation: people))
/// ```
public struct RoundtableClient: Sendable {
    /// The language wanted for texts that the app draws itself, such as `de`; nil leaves it to the system.
    public var language: String?

    let baseURL: URL
    let credential: @Sendable () async -> Credential?
    let transport: any Transport
    let retries: RetryPolicy

    /// Makes a client that asks for the credential at each request, wherever the app keeps it.
    public init(
        baseURL: URL, transport: any Transport = URLSessionTransport(), retries: RetryPolicy = RetryPolicy(),
        credential: @escaping @Sendable () async -> Credential?
    ) {
        self.baseURL = baseURL
        self.credential = credential
        self.transport = transport
        self.retries = retries
    }

    /// Makes a client of one player, or of nobody yet.
    public init(
        baseURL: URL, credential: Credential?, transport: any Transport = URLSessionTransport(),
        retries: RetryPolicy = RetryPolicy()
    ) {
        self.init(baseURL: baseURL, transport: transport, retries: retries) { credential }
    }
}
