public import RoundtableJSON

/// Why a request was refused: RFC 9457 problem details with members of ours.
public struct Problem: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// A URI for the kind of problem.
    public var type: String
    /// The kind in words.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// This case in words fit for players.
    public var detail: String?
    /// This case for the app's author, in English; nil if ``detail`` says as much.
    public var developerDetail: String?
    /// The kind for programs.
    public var code: ErrorCode
    /// The session's current revision, where a session is concerned.
    public var revision: Int?
    /// The reason for programs, where a code has several: the rule that an illegal move broke, or another word.
    public var reason: String?
    /// Which quota is used up.
    public var quota: Quota?
    /// The rematch that the game has, for `already_rematched`.
    public var session: SessionID?
    /// The service's ID of the request, to ask its operators about.
    public var requestID: String?

    /// Makes a problem.
    public init(
        type: String, title: String, status: Int, detail: String? = nil, developerDetail: String? = nil,
        code: ErrorCode, revision: Int? = nil, reason: String? = nil, quota: Quota? = nil, session: SessionID? = nil,
        requestID: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.developerDetail = developerDetail
        self.code = code
        self.revision = revision
        self.reason = reason
        self.quota = quota
        self.session = session
        self.requestID = requestID
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("code", code)
        json.member("detail", ifPresent: detail)
        json.member("developerDetail", ifPresent: developerDetail)
        json.member("quota", ifPresent: quota)
        json.member("reason", ifPresent: reason)
        json.member("requestId", ifPresent: requestID)
        json.member("revision", ifPresent: revision)
        json.member("session", ifPresent: session)
        json.member("status", status)
        json.member("title", title)
        json.member("type", type)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            type: json.read("type"), title: json.read("title"), status: json.read("status"),
            detail: json.readIfPresent("detail"), developerDetail: json.readIfPresent("developerDetail"),
            code: json.read("code"), revision: json.readIfPresent("revision"), reason: json.readIfPresent("reason"),
            quota: json.readIfPresent("quota"), session: json.readIfPresent("session"),
            requestID: json.readIfPresent("requestId"))
    }
}

/// The quota of a player, an address or a session that is used up, for programs: with `rate_limited`, and with
/// `quota_exceeded` where what is kept is counted in bytes.
public enum Quota: String, GrowingVocabulary, CaseIterable {
    /// Requests of a credential or an address in a minute.
    case requests
    /// Players made from an address.
    case players
    /// Sessions that the player has created: too many in a short time, or that are not over.
    case sessions
    /// Drafts of the player.
    case drafts
    /// Fresh messages of the player.
    case freshMessages
    /// Open claims of the player.
    case claims
    /// Devices of the player that sessions have heard of for the first time.
    case devices
    /// Reads that are held until something changes.
    case heldReads
    /// Streams that are open.
    case streams
    /// Streams that the pages of messages follow.
    case pageStreams
    /// Pictures that wait to be drawn.
    case pictures
    /// Wrong link codes that the player has entered.
    case linkCodes
    /// Bytes of a session's history.
    case sessionBytes
    /// Bytes that the player leaves behind on one day.
    case playerBytes
    /// A quota that came later.
    case unknown
}
