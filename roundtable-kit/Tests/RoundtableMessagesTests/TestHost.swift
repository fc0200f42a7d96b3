import Foundation
import RoundtableJSON
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import Testing

/// Messages as a unit test needs it: it takes every bubble, unless it is told to fail.
@MainActor
final class TestHost: MessagesHost {
    var people: Conversation? = Sample.people
    var style: PresentationStyle
    var inserted: [OutgoingBubble] = []
    /// The session of each bubble that was inserted.
    var sessions: [AnyObject] = []
    var sent: [OutgoingBubble] = []
    var insertedContents: [MessageContent] = []
    var sentContents: [MessageContent] = []
    /// The styles that were asked for.
    var requests: [PresentationStyle] = []
    var dismissals = 0
    var insertError: (any Error)?
    var sendError: (any Error)?
    /// Whether Messages takes what it is given, and calls no completion handler.
    var isSilent = false
    /// What Messages does when it is asked for a style.
    var onRequest: ((PresentationStyle) -> Void)?

    init(_ style: PresentationStyle = .expanded) { self.style = style }

    func makeSession() -> BubbleSession { BubbleSession(self) }

    func insert(_ bubble: OutgoingBubble, in session: BubbleSession) async throws {
        if let insertError { throw insertError }
        inserted.append(bubble)
        sessions.append(session.object)
        if isSilent { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }

    func send(_ bubble: OutgoingBubble, in session: BubbleSession) async throws {
        if let sendError { throw sendError }
        sent.append(bubble)
        if isSilent { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }

    func insert(_ content: MessageContent) async throws {
        if let insertError { throw insertError }
        insertedContents.append(content)
        if isSilent { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }

    func send(_ content: MessageContent) async throws {
        if let sendError { throw sendError }
        sentContents.append(content)
    }

    func requestCompactPresentation() { request(.compact) }

    func requestExpandedPresentation() { request(.expanded) }

    func dismiss() { dismissals += 1 }

    private func request(_ style: PresentationStyle) {
        requests.append(style)
        onRequest?(style)
    }
}

/// An outbox in memory that outlives the games that use it.
final class TestStorage: OutboxStorage {
    private let kept = Guarded<(data: Data?, aside: Data?)>((nil, nil))

    init(_ text: String? = nil) { kept.withLock { $0.data = text.map { Data($0.utf8) } } }

    var text: String { kept.withLock { String(decoding: $0.data ?? Data(), as: UTF8.self) } }
    var aside: String? { kept.withLock { $0.aside.map { String(decoding: $0, as: UTF8.self) } } }

    func read() -> Data? { kept.withLock { $0.data } }
    func write(_ data: Data) { kept.withLock { $0.data = data } }
    func setAside() { kept.withLock { $0 = (nil, $0.data) } }
}

/// A Keychain that may be locked, and in which another device's credential may arrive at the last moment.
final class TestVault: CredentialVault {
    struct Locked: Error {}
    private let kept: Guarded<(credential: Credential?, isLocked: Bool)>
    private let arriving: Credential?

    init(
        _ credential: Credential? = Credential(rawValue: "amber"), isLocked: Bool = false, arriving: Credential? = nil
    ) {
        kept = Guarded((credential, isLocked))
        self.arriving = arriving
    }

    func unlock() { kept.withLock { $0.isLocked = false } }
    func replace(by credential: Credential) { kept.withLock { $0.credential = credential } }

    func credential() throws -> Credential? {
        try kept.withLock { kept in
            guard !kept.isLocked else { throw Locked() }
            return kept.credential
        }
    }

    func keep(_ credential: Credential) -> Credential {
        kept.withLock { kept in
            let first = kept.credential ?? arriving ?? credential
            kept.credential = first
            return first
        }
    }

    func forget() { kept.withLock { $0.credential = nil } }
}

/// A service that answers by path, or by path and query, holds reads that wait for a change and what it is told to
/// hold, and remembers what it was asked and what the outbox held then.
actor TestService: Transport {
    private var answers: [(path: String, status: Int, body: String)]
    private(set) var requests: [TransportRequest] = []
    private(set) var outboxes: [String] = []
    private let storage: TestStorage?
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var slowPath: String?
    /// The number of reads that are held now.
    var held: Int { waiting.count }
    /// The most reads that were ever held at once.
    private(set) var mostHeld = 0

    init(_ answers: [(path: String, status: Int, body: String)], watching storage: TestStorage? = nil) {
        self.answers = answers
        self.storage = storage
    }

    /// The paths asked for, but for those of held reads.
    var paths: [String] { requests.filter { $0.url.query == nil && $0.method == "POST" }.map(\.url.path) }

    /// The reads that were not held.
    var reads: [TransportRequest] { requests.filter { $0.url.query == nil && $0.method == "GET" } }

    func answer(_ path: String, status: Int = 200, _ body: String) {
        answers.insert((path, status, body), at: 0)
    }

    /// Holds what is asked of a path.
    func hold(_ path: String) { slowPath = path }

    /// Answers the reads that are held.
    func release() {
        let released = waiting.values
        waiting = [:]
        for continuation in released { continuation.resume() }
    }

    /// Returns as soon as so many reads are held.
    func untilHeld(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("\(count) reads are held", sourceLocation: sourceLocation) { held == count }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        requests.append(request)
        outboxes.append(storage?.text ?? "")
        let isSlow = slowPath.map { request.url.path.hasSuffix($0) } ?? false
        if isSlow || request.url.query?.contains("wait=") == true { try await hold(requests.count) }
        let asked = [request.url.path, "\(request.url.path)?\(request.url.query ?? "")"]
        guard let answer = answers.first(where: { answer in asked.contains { $0.hasSuffix(answer.path) } }) else {
            throw URLError(.cannotConnectToHost)
        }
        return TransportResponse(
            status: answer.status, headers: ["ETag": "\"\(answer.body.hashValue)\""], body: Data(answer.body.utf8))
    }

    private func hold(_ number: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                waiting[number] = $0
                mostHeld = max(mostHeld, waiting.count)
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }
}

enum Sample {
    static let people = Conversation(local: UUID(), remotes: [UUID()])
    static let id = "5e550000-0000-4000-8000-000000000001"
    static let token = MessageToken(rawValue: "abc")

    static func view(revision: Int = 7, draft: Bool = false) -> String {
        let waiting = """
            {"token": "abc", "move": "b2", "basedOn": 7, "expiresAt": "2030-01-01T00:00:00Z", "message": \(message()),
             "board": {"rows": ["draft"]}}
            """
        return """
            {"id": "\(id)", "game": "tic-tac-toe", "rules": 1, "revision": \(revision), "state": "active", "you": 0,
             "toAct": [0], "seats": [], "board": {"rows": ["committed"]}, "draft": \(draft ? waiting : "null")}
            """
    }

    static func message(live: Bool = false) -> String {
        """
        {"token": "abc", "url": "https://host/m/abc", "session": "\(id)", "revision": 8, "live": \(live),
         "layout": {"image": "https://host/m/abc.png", "caption": "c", "imageTitle": "t"}, "summaryText": "s",
         "accessibilityLabel": "a"}
        """
    }

    static func event(_ revision: Int) -> String {
        """
        {"revision": \(revision), "kind": "moved", "seat": 1, "joined": false, "at": "2030-01-01T00:00:00Z",
         "summaryText": "moved"}
        """
    }

    static func opened(
        revision: Int = 7, events: [Int] = [], next: Int? = nil, status: String = "latest"
    ) -> String {
        """
        {"session": \(view(revision: revision)), "tapped": {"revision": 5, "status": "\(status)", "seat": 1},
         "events": [\(events.map { event($0) }.joined(separator: ","))], "next": \(next.map { "\($0)" } ?? "null")}
        """
    }

    static func turn(draft: Bool = true, live: Bool = false) -> String {
        #"{"session": \#(view(draft: draft)), "message": \#(message(live: live)), "draft": \#(draft)}"#
    }

    static func problem(_ code: String, status: Int) -> String {
        #"{"type": "t", "title": "No", "status": \#(status), "code": "\#(code)", "detail": "In words."}"#
    }
}

extension MessagesExtension.Settings {
    /// Settings of a test, which says itself when to try again: a pause never ends by itself.
    static func test(
        _ service: TestService, storage: TestStorage = TestStorage(), vault: TestVault = TestVault(),
        retries: RetryPolicy? = nil, nickname: String? = nil, mediaHosts: Set<String> = [],
        backgroundTime: BackgroundTime = .none, now: @escaping @Sendable () -> Date = { Date() }
    ) -> Self {
        let never = RetryPolicy(
            attempts: 1,
            pause: { _ in
                let (never, open) = AsyncStream<Never>.makeStream()
                for await _ in never {}
                withExtendedLifetime(open) {}
                throw CancellationError()
            })
        return Self(
            service: URL(filePath: "/"), vault: vault, storage: storage, language: "de", nickname: nickname,
            mediaHosts: mediaHosts, transport: service, retries: retries ?? never, backgroundTime: backgroundTime,
            now: now)
    }
}

/// A game with everything around it, and what a person does with it.
@MainActor
struct GameTable {
    let host = TestHost()
    let game: MessagesGame
    let service: TestService

    init(
        _ answers: [(path: String, status: Int, body: String)], storage: TestStorage = TestStorage(),
        vault: TestVault = TestVault(), retries: RetryPolicy? = nil, nickname: String? = nil,
        mediaHosts: Set<String> = [], backgroundTime: BackgroundTime = .none,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        service = TestService(answers, watching: storage)
        game = MessagesGame(
            in: MessagesExtension(
                .test(
                    service, storage: storage, vault: vault, retries: retries, nickname: nickname,
                    mediaHosts: mediaHosts, backgroundTime: backgroundTime, now: now)))
    }

    func open(_ token: MessageToken? = Sample.token) async {
        game.willBecomeActive(IncomingBubble(token: token), in: host)
        await game.settle()
    }

    func play(_ move: GameJSON = "b2", send: SendMode? = nil) async {
        game.play(move, send: send)
        await game.settle()
    }
}
