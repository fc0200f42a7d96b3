/// Why a request was refused: RFC 9457 problem details with members of ours.
public struct Problem: Codable, Hashable, Sendable {
    /// A URI for the kind of problem.
    public var type: String
    /// The kind in words.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// This case in words fit for players.
    public var detail: String?
    /// The kind for programs.
    public var code: ErrorCode
    /// The session's current revision, where a session is concerned.
    public var revision: Int?
    /// Which rule an illegal move broke.
    public var reason: String?
    /// Which quota is used up.
    public var quota: Quota?
    /// What the service calls the request, to ask its operators about.
    public var requestID: String?

    /// Makes a problem.
    public init(
        type: String,
        title: String,
        status: Int,
        detail: String? = nil,
        code: ErrorCode,
        revision: Int? = nil,
        reason: String? = nil,
        quota: Quota? = nil,
        requestID: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.code = code
        self.revision = revision
        self.reason = reason
        self.quota = quota
        self.requestID = requestID
    }

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, code, revision, reason, quota
        case requestID = "requestId"
    }
}
