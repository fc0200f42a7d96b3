extension Quota {
    /// The code of the refusals that name it.
    var code: ErrorCode {
        switch self {
        case .sessionBytes, .playerBytes: .quotaExceeded
        default: .rateLimited
        }
    }
}
