public import Foundation
public import RoundtableClient
import RoundtableModel

// swift: in (serviceURL: URL, keychain: any CredentialVault)

/// The extension of one app: the player, the outbox, the readings of sessions and the `MSSession` objects, which all of
/// its games share.
///
/// Messages makes a view controller for the open app and another one for each live bubble, all in one process. Keep one
/// extension for all of them: a session is then read once, however many show it.
///
/// ```swift
/// let roundtable = MessagesExtension(MessagesExtension.Settings(service: serviceURL, vault: keychain))
/// ```
@MainActor
public final class MessagesExtension {
    /// The settings. The language, the nickname and the hosts of media may change at any time, and count from the next
    /// request on; a session that is followed is read again in another language.
    public var settings: Settings { didSet { adopt(settings, in: oldValue) } }
    /// The client, for what the kit doesn't do.
    public private(set) var client: RoundtableClient

    let credential: PlayerCredential
    let outbox: Outbox
    let feed: SessionFeed
    /// The deliveries of reports, one after the other, whichever game makes them.
    let deliveries = JobQueue()
    var limits = TimeLimits()
    private(set) var texts: ExplanationTexts
    private var instances: [Instance] = []
    private var bubbleSessions: [Place: BubbleSession] = [:]
    /// The sound or video of the newest bubble.
    private var mediaFile: URL?

    /// A game that its view controller keeps.
    private struct Instance {
        weak var game: MessagesGame?
    }

    /// A session in one conversation; its bubbles in another one replace none of these.
    private struct Place: Hashable {
        let session: SessionID
        let local: ParticipantID
        let remotes: Set<ParticipantID>
    }

    /// Takes up the player and the outbox where an earlier launch left them.
    public init(_ settings: Settings) {
        let credential = PlayerCredential(in: settings.vault)
        var client = RoundtableClient(
            baseURL: settings.service, transport: settings.transport, retries: settings.retries,
            credential: { await credential.known }, keep: { try await credential.keep($0) })
        if let language = settings.language { client.language = language }
        self.settings = settings
        self.client = client
        self.credential = credential
        outbox = Outbox(settings.storage)
        feed = SessionFeed(of: client)
        texts = .inLanguage(client.language)
    }

    private func adopt(_ settings: Settings, in former: Settings) {
        precondition(settings.service == former.service, "Another service needs another extension")
        guard settings.language != former.language else { return }
        client.language = settings.language ?? Locale.preferredLanguages.first
        texts = .inLanguage(client.language)
        Task { await feed.use(client) }
    }
}

/// The longest waits for what may never come.
struct TimeLimits {
    /// For the completion handler of a call of Messages.
    var handler = Duration.seconds(10)
    /// For the end of a transition that Messages has announced.
    var transition = Duration.seconds(3)
    /// For a sound or video.
    var media = Duration.seconds(20)
}

// What the games share.
extension MessagesExtension {
    var games: [MessagesGame] { instances.compactMap(\.game) }

    func add(_ game: MessagesGame) {
        instances.removeAll { $0.game == nil }
        instances.append(Instance(game: game))
    }

    /// The `MSSession` of a session's bubbles in a conversation, if one was opened, received or staged.
    func bubbleSession(of session: SessionID, among people: Conversation) -> BubbleSession? {
        bubbleSessions[Place(session: session, local: people.local, remotes: Set(people.remotes))]
    }

    func keep(_ bubbles: BubbleSession, of session: SessionID, among people: Conversation) {
        bubbleSessions[Place(session: session, local: people.local, remotes: Set(people.remotes))] = bubbles
    }

    /// Keeps a sound or video until there is a newer one: Messages may read it while its bubble waits for Send.
    func keep(mediaFile file: URL?) {
        if let mediaFile { try? FileManager.default.removeItem(at: mediaFile) }
        mediaFile = file
    }

    /// Forgets all that was kept for a player.
    func forgetPlayer() {
        deliveries.cancel()
        for game in games { game.forgetPlayer() }
        outbox.clear()
        bubbleSessions = [:]
        keep(mediaFile: nil)
    }
}

extension MessagesExtension {
    /// The settings of an extension: the way to the service, and where things are kept.
    public struct Settings: Sendable {
        /// The service's public URL.
        public let service: URL
        /// Where the player's credential is.
        public let vault: any CredentialVault
        /// Where the outbox is.
        public let storage: any OutboxStorage
        /// The language of all texts; nil for the one that the device's owner prefers.
        public var language: String?
        /// The name that the player goes by where Messages has none; of more than 24 characters the service keeps the
        /// first ones.
        public var nickname: String?
        /// The hosts besides the service's from which sounds and videos of messages are fetched, such as
        /// `media.example.org`; of any other host a message is staged with its picture.
        public var mediaHosts: Set<String>
        /// The transport of requests.
        public let transport: any Transport
        /// The patience with which a request is tried again, and then again for as long as the game is on screen.
        public let retries: RetryPolicy
        /// The way to ask the system for a little time after Send.
        public let backgroundTime: BackgroundTime
        /// The time.
        public let now: @Sendable () -> Date

        /// Describes where a game is played.
        public init(
            service: URL, vault: any CredentialVault, storage: any OutboxStorage = OutboxFile(),
            language: String? = nil, nickname: String? = nil, mediaHosts: Set<String> = [],
            transport: any Transport = URLSessionTransport(),
            retries: RetryPolicy = RetryPolicy(), backgroundTime: BackgroundTime = .system,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.service = service
            self.vault = vault
            self.storage = storage
            self.language = language
            self.nickname = nickname
            self.mediaHosts = mediaHosts
            self.transport = transport
            self.retries = retries
            self.backgroundTime = backgroundTime
            self.now = now
        }
    }
}
