public import Foundation
public import RoundtableModel

/// Why a call brought no answer.
public enum RoundtableError: Error {
    /// The service refused, and says why; `problem.code` is for programs and `problem.detail` for players.
    case refused(Problem)
    /// No answer came, also after trying again. A move may or may not have counted: repeat it with the same key.
    case unreachable(any Error)
    /// Something answered that doesn't speak this contract, such as a captive portal.
    case unexpected(status: Int, body: Data)
    /// A player was made, but the app could not keep its credential.
    case unkept(any Error)
    /// The calling task was cancelled. A move may or may not have counted.
    case cancelled
}

extension RoundtableError {
    /// The code of the refusal, if it was one.
    public var code: ErrorCode? { problem?.code }

    /// The refusal, if it was one.
    public var problem: Problem? {
        guard case .refused(let problem) = self else { return nil }
        return problem
    }

    /// Whether the same call may well succeed later.
    public var mayPass: Bool {
        switch self {
        case .unreachable: true
        case .refused(let problem): [.unavailable, .rateLimited, .internal, .requestTimeout].contains(problem.code)
        case .unexpected(let status, _): status >= 500
        case .unkept, .cancelled: false
        }
    }
}
