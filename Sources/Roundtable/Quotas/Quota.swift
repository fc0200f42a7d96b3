extension Quota {
    /// The sentence that a player is told.
    var sentence: String {
        switch self {
        case .requests: "Too many requests"
        case .players: "Too many players were made here"
        case .sessions: "You have begun too many games"
        case .drafts: "You have staged too many moves"
        case .freshMessages: "You have asked for too many new messages"
        case .claims: "You have asked for too many seats back"
        case .devices: "You use too many devices"
        case .heldReads: "Too many reads are being held"
        case .streams: "Too many streams are open"
        case .pageStreams: "Too many pages are being followed"
        case .pictures: "Too many pictures are waiting to be drawn"
        case .linkCodes: "Too many wrong link codes"
        case .sessionBytes: "This game has become too long to go on. You can resign, or begin a new game."
        case .playerBytes: "You have sent too much today. Try again tomorrow."
        case .unknown: "Too much was asked"
        }
    }
}

extension ServiceError {
    /// A refusal because a quota is used up.
    ///
    /// - Parameters:
    ///   - sentence: what is used up, for players.
    ///   - seconds: after how many seconds to try again.
    init(_ quota: Quota, _ sentence: String, retryAfter seconds: Int) {
        self.init(.rateLimited, "\(sentence); try again in \(seconds) seconds.")
        self.quota = quota
        retryAfter = seconds
    }

    /// A refusal because a quota of bytes is used up.
    ///
    /// - Parameter seconds: after how many seconds there is room again; nil for never.
    init(exceeding quota: Quota, retryAfter seconds: Int? = nil) {
        self.init(.quotaExceeded, quota.sentence, sentence: "problem.quota_exceeded.\(quota.rawValue)")
        self.quota = quota
        retryAfter = seconds
    }
}
