import RoundtableJSON
public import RoundtableModel

extension RoundtableClient {
    /// Makes a new player; keep the credential, it isn't shown again.
    ///
    /// Not tried again by itself, or an answer that got lost would leave a player without an owner behind.
    public func makePlayer() async throws(RoundtableError) -> NewPlayer {
        try await answer(to: .post([:] as JSONValue, to: ["v1", "players"], isRepeatable: false).byAnybody)
    }

    /// Makes a player now if there is none, rather than with the first call that needs one.
    public func ensurePlayer() async throws(RoundtableError) {
        guard let newcomers, await credential() == nil else { return }
        try await newcomers.ensurePlayer(of: self)
    }

    /// Says whom the credential stands for.
    public func me() async throws(RoundtableError) -> Me {
        try await answer(to: .get(["v1", "players", "me"]))
    }

    /// Lists the player's sessions, one page at a time.
    public func sessions(_ filter: SessionFilter = SessionFilter()) async throws(RoundtableError) -> SessionList {
        let call = ClientCall.get(["v1", "players", "me", "sessions"])
            .asking("state", filter.state?.rawValue)
            .asking("yourTurn", filter.yourTurn)
            .asking("limit", filter.limit)
            .asking("after", filter.after)
        return try await answer(to: call)
    }

    /// Hides a session from the player's list until something happens in it.
    public func hide(_ session: SessionID) async throws(RoundtableError) {
        _ = try await response(to: .delete(["v1", "players", "me", "sessions", session.description]))
    }

    /// Makes a code to be typed on a device that has lost its credential, or never had this player's.
    public func makeLinkCode() async throws(RoundtableError) -> LinkCode {
        try await answer(to: .post([:] as JSONValue, to: ["v1", "players", "me", "link-codes"], isRepeatable: false))
    }

    /// Makes this credential one of the player's who showed the code; a code works once, so this is not repeated.
    public func link(_ request: LinkRequest) async throws(RoundtableError) -> Linked {
        try await answer(to: .post(request, to: ["v1", "players", "me", "links"], isRepeatable: false))
    }

    /// Has the player told on a device that it is their turn. To be called whenever the app gets its token from iOS.
    public func register(_ token: PushToken) async throws(RoundtableError) {
        _ = try await response(to: .post(token, to: ["v1", "players", "me", "push-tokens"]))
    }

    /// Tells the player nothing more on a device.
    ///
    /// - Parameter token: the device token, in hexadecimal digits.
    public func forget(pushToken token: String) async throws(RoundtableError) {
        _ = try await response(to: .delete(["v1", "players", "me", "push-tokens", token]))
    }

    /// Erases the person: their credentials stop working, their seats become anonymous, their games go on.
    public func eraseMe() async throws(RoundtableError) {
        _ = try await response(to: .delete(["v1", "players", "me"], isRepeatable: false))
    }
}

/// Which of a player's sessions to list.
public struct SessionFilter: Sendable, Equatable {
    /// Only those in this state.
    public var state: SessionState?
    /// Only those in which the player is, or is not, to act.
    public var yourTurn: Bool?
    /// The greatest number.
    public var limit: Int?
    /// The cursor that the page before named as `next`.
    public var after: String?

    /// Makes a filter; of nothing, it lists everything.
    public init(state: SessionState? = nil, yourTurn: Bool? = nil, limit: Int? = nil, after: String? = nil) {
        self.state = state
        self.yourTurn = yourTurn
        self.limit = limit
        self.after = after
    }
}
