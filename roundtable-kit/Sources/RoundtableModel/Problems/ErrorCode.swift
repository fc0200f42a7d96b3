/// The kinds of refusal, for programs.
public enum ErrorCode: String, GrowingVocabulary, CaseIterable {
    /// The request makes no sense.
    case badRequest = "bad_request"
    /// No game has this name.
    case unknownGame = "unknown_game"
    /// The game doesn't take these options.
    case badOptions = "bad_options"
    /// The credential is missing or unknown.
    case unauthenticated
    /// The player has no seat.
    case notSeated = "not_seated"
    /// It is another seat's turn.
    case notYourTurn = "not_your_turn"
    /// The player may not do this.
    case notAllowed = "not_allowed"
    /// There is no such thing, or not for this player.
    case notFound = "not_found"
    /// This can't be done with what the path names; `Allow` says what can.
    case methodNotAllowed = "method_not_allowed"
    /// The request did not come to its end in time.
    case requestTimeout = "request_timeout"
    /// The session has moved on since the revision given.
    case staleRevision = "stale_revision"
    /// The game has ended.
    case sessionOver = "session_over"
    /// Somebody else has the seat.
    case seatTaken = "seat_taken"
    /// All seats are taken or closed.
    case noOpenSeat = "no_open_seat"
    /// The message's event can't be taken back.
    case alreadyCommitted = "already_committed"
    /// The game has a rematch; the problem's `session` says which.
    case alreadyRematched = "already_rematched"
    /// Nobody offers anything that could be accepted or declined.
    case noOffer = "no_offer"
    /// The idempotency key came with another request before.
    case idempotencyKeyReused = "idempotency_key_reused"
    /// No tag of the request's `If-Match` is the entity tag of what the request is about.
    case preconditionFailed = "precondition_failed"
    /// The body is too long.
    case payloadTooLarge = "payload_too_large"
    /// The request's target is too long.
    case uriTooLong = "uri_too_long"
    /// The request expects something else than `100-continue`.
    case expectationFailed = "expectation_failed"
    /// The request's header fields are too long.
    case headersTooLarge = "headers_too_large"
    /// The rules forbid the move; the problem's `reason` says which.
    case illegalMove = "illegal_move"
    /// Too many requests; `Retry-After` says when to come back.
    case rateLimited = "rate_limited"
    /// What was to be kept is more than there is room for; the problem's `quota` says where.
    case quotaExceeded = "quota_exceeded"
    /// The service made a mistake.
    case `internal`
    /// The service doesn't know the request's method.
    case notImplemented = "not_implemented"
    /// The service doesn't speak the request's version of HTTP.
    case versionNotSupported = "version_not_supported"
    /// The service can't answer now; `Retry-After` says when to come back.
    case unavailable
    /// A code that came later.
    case unknown
}

extension ErrorCode {
    /// The HTTP status that goes with the code.
    public var status: Int {
        switch self {
        case .badRequest, .unknownGame, .badOptions: 400
        case .unauthenticated: 401
        case .notSeated, .notYourTurn, .notAllowed: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .staleRevision, .sessionOver, .seatTaken, .noOpenSeat, .noOffer, .alreadyRematched, .alreadyCommitted,
            .idempotencyKeyReused:
            409
        case .preconditionFailed: 412
        case .payloadTooLarge: 413
        case .uriTooLong: 414
        case .expectationFailed: 417
        case .illegalMove: 422
        case .rateLimited, .quotaExceeded: 429
        case .headersTooLarge: 431
        case .internal, .unknown: 500
        case .notImplemented: 501
        case .unavailable: 503
        case .versionNotSupported: 505
        }
    }
}
