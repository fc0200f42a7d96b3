/// The address that a request comes from, which is charged with whatever its player is charged.
package struct Payer: Sendable {
    /// The one of the request under way; nil outside of requests, and without quotas.
    @TaskLocal package static var current: Payer?

    let usage: Usage
    let address: ClientAddress

    /// Charges bytes that the request leaves behind.
    ///
    /// - Throws: `quota_exceeded`.
    func take(bytes count: Int) throws(ServiceError) {
        guard let seconds = usage.bytes.take(address, count: count) else { return }
        throw ServiceError(exceeding: .playerBytes, retryAfter: seconds)
    }
}

/// Counts the usage of players and addresses, and refuses what exceeds their quotas.
package final class Usage: Sendable {
    /// What players do so many times an hour, and as many as ``Quotas/playersOfAddress`` of them from one address.
    private struct Meter {
        private let quota: Quota
        private let players: TokenBuckets
        private let addresses: AddressBuckets

        init(_ quota: Quota, _ rate: Quotas.Rate, places: Int = 1 << 14) {
            self.quota = quota
            players = TokenBuckets(rate, places: places)
            addresses = AddressBuckets(rate, times: Quotas.playersOfAddress)
        }

        func take(by player: PlayerID, _ metrics: ServiceMetrics) throws(ServiceError) {
            let seconds = players.take(player) ?? Payer.current.flatMap { addresses.take($0.address) }
            if let seconds { throw metrics.refusal(quota, retryAfter: seconds) }
        }
    }

    private struct PlayerInSession: Hashable {
        let player: PlayerID
        let session: SessionID
    }

    /// The amount that may be used.
    package let quotas: Quotas
    private let metrics: ServiceMetrics
    private let players: AddressBuckets
    private let pictures: AddressBuckets
    fileprivate let bytes: AddressBuckets
    private let sessions: Meter
    private let drafts: Meter
    private let draftsOfSession: TokenBuckets
    private let freshMessages: Meter
    private let freshMessagesOfSession: TokenBuckets
    private let claims: Meter
    private let claimsOfSession: TokenBuckets
    private let devices: Meter
    private let linkCodes: Meter
    private let notices: TokenBuckets
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
        pictures = AddressBuckets(quotas.pictures)
        let bytesOfAddress = Quotas.playersOfAddress * quotas.playerBytes
        bytes = AddressBuckets(holding: bytesOfAddress, filling: bytesOfAddress, in: .seconds(86_400))
        sessions = Meter(.sessions, quotas.sessions)
        drafts = Meter(.drafts, quotas.drafts, places: 1 << 16)
        draftsOfSession = TokenBuckets(quotas.draftsOfSession, places: 1 << 16)
        freshMessages = Meter(.freshMessages, quotas.freshMessages)
        freshMessagesOfSession = TokenBuckets(quotas.freshMessagesOfSession)
        claims = Meter(.claims, quotas.claims)
        claimsOfSession = TokenBuckets(quotas.claimsOfSession)
        devices = Meter(.devices, quotas.devices)
        linkCodes = Meter(.linkCodes, quotas.linkCodes)
        notices = TokenBuckets(quotas.notices)
        heldReads = Holdings(of: .heldReads, quotas.heldReads)
        streams = Holdings(of: .streams, quotas.streams)
        pageStreams = Holdings(of: .pageStreams, quotas.pageStreams)
    }

    func makePlayer(from address: ClientAddress) throws(ServiceError) {
        if let seconds = players.take(address) { throw metrics.refusal(.players, retryAfter: seconds) }
    }

    func drawPicture(from address: ClientAddress) throws(ServiceError) {
        if let seconds = pictures.take(address) { throw metrics.refusal(.pictures, retryAfter: seconds) }
    }

    /// - Parameter unfinished: counts those the player has created and that are not over, up to a number.
    func createSession(
        by player: PlayerID, unfinished: (_ limit: Int) async throws(ServiceError) -> Int
    ) async throws(ServiceError) {
        try sessions.take(by: player, metrics)
        guard try await unfinished(quotas.unfinishedSessions) < quotas.unfinishedSessions else {
            throw metrics.refusal(.sessions, retryAfter: Self.patience)
        }
    }

    func makeDraft(by player: PlayerID, in session: SessionID) throws(ServiceError) {
        try take(.drafts, from: draftsOfSession, by: PlayerInSession(player: player, session: session))
        try drafts.take(by: player, metrics)
    }

    func makeFreshMessage(by player: PlayerID, in session: SessionID) throws(ServiceError) {
        try take(.freshMessages, from: freshMessagesOfSession, by: PlayerInSession(player: player, session: session))
        try freshMessages.take(by: player, metrics)
    }

    /// A player asks for a seat, which stores an answer even if that is a claim that they have already.
    func askForSeat(by player: PlayerID, in session: SessionID) throws(ServiceError) {
        try take(.claims, from: claimsOfSession, by: PlayerInSession(player: player, session: session))
        try claims.take(by: player, metrics)
    }

    /// - Parameter open: counts the player's open claims, up to a number.
    func makeClaim(open: (_ limit: Int) async throws(ServiceError) -> Int) async throws(ServiceError) {
        guard try await open(quotas.openClaims) < quotas.openClaims else {
            throw metrics.refusal(.claims, retryAfter: Self.patience)
        }
    }

    /// Others are told of a player's act, so many times.
    ///
    /// - Returns: after how many seconds that may be.
    func tell(_ count: Int, by player: PlayerID) -> Int {
        min(Self.patience, notices.take(player, count: count, ifWithin: Self.patience))
    }

    /// A session hears of a device for the first time.
    func addDevice(of player: PlayerID) throws(ServiceError) { try devices.take(by: player, metrics) }

    /// A player enters a link code, right or wrong.
    func enterLinkCode(by player: PlayerID) throws(ServiceError) { try linkCodes.take(by: player, metrics) }

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
