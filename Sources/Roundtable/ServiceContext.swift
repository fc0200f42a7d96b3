package import Foundation
package import GameRules
@_spi(Roundtable) import RoundtableModel
import Synchronization

/// The dependencies of every use case besides its store: rules, keys, words, the public address, the time and chance.
/// NB: a class, for it is passed on often, and only the keys ever change.
package final class ServiceContext: Sendable {
    /// The times that things are kept or shown.
    package struct Limits: Sendable {
        /// The time that a draft is shown to its author, in seconds.
        package var draftSeconds = 86_400
        /// The time that a claim with its witnesses waits for a veto, in seconds.
        package var reclaimSeconds = 86_400
        /// The time for which a player whom a device has told of a session is not told of it again, in seconds; 0 for
        /// none.
        package var alertSeconds = 60
        /// The time that the answer to a request is repeated, in seconds.
        package var answerSeconds = Retention.usualAnswerSeconds
        /// The range of the time that a session may give to a turn, in seconds.
        package var turnSeconds = 60...31_536_000

        package init() {}
    }

    package let games: GameLibrary
    /// The watch over the rules of games.
    package let watch: RulesWatch
    /// What may change while the service runs.
    private let addressing: Mutex<(keys: SigningKeys, publicURL: String)>
    package let composer: Composer
    package let limits: Limits
    package let metrics: ServiceMetrics
    /// The usage of players and addresses; nil without quotas.
    package let usage: Usage?
    /// The requests with an Idempotency-Key that are under way here, or were lately.
    let requests = RecentRequests()
    /// What drafts came to.
    let drafts: DraftDecisions
    /// Decisions that are made again because a session had moved on: of each session one after the other, so that as
    /// many as come at once are not all made again whenever one of them counts.
    let repeats = FairQueue<SessionID>(places: 4096, eachGroup: 1, waiting: 4096, ofGroup: 256)
    /// Views of changed sessions for those who wait for them without a seat there, one at a time.
    let onlookers = FairQueue<PlayerID>(places: 1, waiting: 16_384, ofGroup: 1024)
    /// The reads of players besides their sessions.
    let reads = PlayerReads()
    /// Sessions as they were.
    let earlier: EarlierSessions
    /// The time of players' clocks.
    package let clockTime = ClockTime()
    /// Where notices are delivered.
    package let listeners: Listeners
    private let dispatchSignals: [Notice.Channel: DispatchSignal]
    package let now: @Sendable () -> Date
    package let makeUUID: @Sendable () -> UUID

    /// A context of real time and chance, unless told otherwise. Times are whole milliseconds.
    package init(
        games: GameLibrary, watch: RulesWatch = RulesWatch(), keys: SigningKeys, publicURL: String,
        limits: Limits = Limits(),
        metrics: ServiceMetrics = ServiceMetrics(), quotas: Quotas? = nil,
        listeners: Listeners = Listeners(),
        now: @escaping @Sendable () -> Date = { Date().roundedToMilliseconds },
        makeUUID: @escaping @Sendable () -> UUID = { UUID() }
    ) {
        self.games = games
        self.watch = watch
        addressing = Mutex((keys, Self.withoutSlash(publicURL)))
        composer = Composer(games: games)
        self.limits = limits
        self.metrics = metrics
        drafts = DraftDecisions(metrics: metrics)
        earlier = EarlierSessions(games: games, metrics: metrics)
        usage = quotas.map { Usage($0, metrics) }
        self.listeners = listeners
        dispatchSignals = Dictionary(forAll: { _ in DispatchSignal() })
        self.now = now
        self.makeUUID = makeUUID
    }

    /// The time now, with what players' clocks show.
    package var clockReading: ClockReading { clockTime.reading(at: now()) }

    /// Has notices delivered that were just written.
    func dispatch(_ notices: [Notice]) {
        for notice in notices { dispatchSignals[notice.line.channel]?.notify() }
    }

    /// The signal to the dispatcher of a channel here.
    func dispatchSignal(of channel: Notice.Channel) -> DispatchSignal {
        dispatchSignals[channel] ?? DispatchSignal()
    }

    /// The keys that sign and verify now.
    package var keys: SigningKeys { addressing.withLock(\.keys) }

    /// Signs and verifies by other keys from now on; what rests on tokens that were verified before is not forgotten by
    /// this.
    func use(_ keys: SigningKeys) { addressing.withLock { $0.keys = keys } }

    /// The address under which messages' URLs are reached, without a slash at its end.
    package var publicURL: String { addressing.withLock(\.publicURL) }

    /// Says where messages' URLs are reached, once that is known; before anybody is answered.
    func isReached(at publicURL: String) { addressing.withLock { $0.publicURL = Self.withoutSlash(publicURL) } }

    private static func withoutSlash(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }

    /// The token and the addresses of a message, sealed once for all who are told them.
    package func address(
        of reference: MessageReference, in session: SessionID, told: ToldSession? = nil
    ) -> MessageAddress {
        let (keys, publicURL) = addressing.withLock { $0 }
        if let known = told?.address(of: reference, by: keys) { return known }
        let token = TokenPayload(session: session, reference: reference).token(keys: keys)
        let page = "\(publicURL)/m/\(token.rawValue)"
        let address = MessageAddress(token: token, page: WebAddress(page), image: WebAddress(page + ".png"))
        told?.keep(address, of: reference, by: keys)
        return address
    }
}

/// Where a message is found.
package struct MessageAddress: Sendable {
    package let token: MessageToken
    package let page: WebAddress
    package let image: WebAddress
}

extension Date {
    /// The nearest time of whole milliseconds, as every store and every client can keep it without loss.
    package var roundedToMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }

    /// A whole number of seconds later, or earlier.
    package func adding(seconds: Int) -> Date { addingTimeInterval(TimeInterval(seconds)).roundedToMilliseconds }

    /// A whole number of milliseconds later.
    package func adding(milliseconds: Int) -> Date {
        addingTimeInterval(TimeInterval(milliseconds) / 1000).roundedToMilliseconds
    }

    /// The whole milliseconds until another time; negative if that is earlier.
    package func milliseconds(to other: Date) -> Int { Int((other.timeIntervalSince(self) * 1000).rounded()) }
}
