/// Counts the usage of players and addresses, and refuses what exceeds their quotas.
package final class Usage: Sendable {
    private struct PlayerInSession: Hashable {
        let player: PlayerID
        let session: SessionID
    }

    /// The amount that may be used.
    package let quotas: Quotas
    private let metrics: ServiceMetrics
    private let players: AddressBuckets
    private let sessions: TokenBuckets
    private let drafts: TokenBuckets
    private let draftsOfSession: TokenBuckets
    private let freshMessages: TokenBuckets
    private let freshMessagesOfSession: TokenBuckets
    private let claims: TokenBuckets
    private let claimsOfSession: TokenBuckets
    private let devices: TokenBuckets
    private let heldReads: Holdings
    private let streams: Holdings
    private let pageStreams: Holdings
    /// The time that those wait who have as much as they may have, in seconds.
    private static let patience = 3600
    /// The time that those wait who find no place, in seconds: one is free again when another request ends, which may
    /// be at once.
    private static let pause = 5

    package init(_ quotas: Quotas = Quotas(), _ metrics: ServiceMetrics) {
        self.quotas = quotas
        self.metrics = metrics
        players = AddressBuckets(quotas.players)
        sessions = TokenBuckets(quotas.sessions)
        drafts = TokenBuckets(quotas.drafts, places: 1 << 16)
        draftsOfSession = TokenBuckets(quotas.draftsOfSession, places: 1 << 16)
        freshMessages = TokenBuckets(quotas.freshMessages)
        freshMessagesOfSession = TokenBuckets(quotas.freshMessagesOfSession)
        claims = TokenBuckets(quotas.claims)
        claimsOfSession = TokenBuckets(quotas.claimsOfSession)
        devices = TokenBuckets(quotas.devices)
        heldReads = Holdings(of: .heldReads, quotas.heldReads)
        streams = Holdings(of: .streams, quotas.streams)
        pageStreams = Holdings(of: .pageStreams, quotas.pageStreams)
    }

    func makePlayer(from address: ClientAddress) throws(ServiceError) {
        if let seconds = players.take(address) { throw metrics.refusal(.players, retryAfter: seconds) }
    }

    /// - Parameter unfinished: counts those the player has created and that are not over, up to a number.
    func createSession(
        by player: PlayerID, unfinished: (_ limit: Int) async throws(ServiceError) -> Int
    ) async throws(ServiceError) {
        try take(.sessions, from: sessions, by: player)
        guard try await unfinished(quotas.unfinishedSessions) < quotas.unfinishedSessions else {
            throw metrics.refusal(.sessions, retryAfter: Self.patience)
        }
    }

    func makeDraft(by player: PlayerID, in session: SessionID) throws(ServiceError) {
        try take(.drafts, from: draftsOfSession, by: PlayerInSession(player: player, session: session))
        try take(.drafts, from: drafts, by: player)
    }

    func makeFreshMessage(by player: PlayerID, in session: SessionID) throws(ServiceError) {
        try take(.freshMessages, from: freshMessagesOfSession, by: PlayerInSession(player: player, session: session))
        try take(.freshMessages, from: freshMessages, by: player)
    }

    /// A player asks for a seat, which stores an answer even if that is a claim that they have already.
    func askForSeat(by player: PlayerID, in session: SessionID) throws(ServiceError) {
        try take(.claims, from: claimsOfSession, by: PlayerInSession(player: player, session: session))
        try take(.claims, from: claims, by: player)
    }

    /// - Parameter open: counts the player's open claims, up to a number.
    func makeClaim(open: (_ limit: Int) async throws(ServiceError) -> Int) async throws(ServiceError) {
        guard try await open(quotas.openClaims) < quotas.openClaims else {
            throw metrics.refusal(.claims, retryAfter: Self.patience)
        }
    }

    /// A session hears of a device for the first time.
    func addDevice(of player: PlayerID) throws(ServiceError) { try take(.devices, from: devices, by: player) }

    func holdRead(by player: PlayerID, from address: ClientAddress) throws(ServiceError) -> Place {
        try place(in: heldReads, for: player, from: address)
    }

    func openStream(by player: PlayerID, from address: ClientAddress) throws(ServiceError) -> Place {
        try place(in: streams, for: player, from: address)
    }

    /// The page of a message is followed, by nobody who is known. However many do, players' streams have their places.
    func openPageStream(from address: ClientAddress) throws(ServiceError) -> Place {
        try place(in: pageStreams, for: nil, from: address)
    }

    /// A read is held, or a stream opened, by somebody who may read the session but has no seat in it.
    func lookOn(at session: SessionID, from place: Place) throws(ServiceError) {
        guard place.enter(session) else { throw metrics.refusal(place.holdings.quota, retryAfter: Self.pause) }
    }

    private func take(_ quota: Quota, from buckets: TokenBuckets, by asker: some Hashable) throws(ServiceError) {
        if let seconds = buckets.take(asker) { throw metrics.refusal(quota, retryAfter: seconds) }
    }

    private func place(
        in holdings: Holdings, for player: PlayerID?, from address: ClientAddress
    ) throws(ServiceError) -> Place {
        guard let place = holdings.place(for: player, from: address) else {
            throw metrics.refusal(holdings.quota, retryAfter: Self.pause)
        }
        return place
    }
}
