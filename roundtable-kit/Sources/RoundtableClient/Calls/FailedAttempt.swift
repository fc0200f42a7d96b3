import Foundation
import RoundtableJSON
import RoundtableModel

/// Why one attempt at a call failed, and whether another one might do better.
struct FailedAttempt: Error {
    let reason: RoundtableError
    var mayPass = false
    var retryAfter: Duration?
}

extension FailedAttempt {
    /// Takes the answer as a failure, unless it is a success.
    init?(_ response: TransportResponse) {
        if (200..<300).contains(response.status) || response.status == 304 { return nil }
        if let problem = try? Problem(json: Array(response.body)) {
            reason = .refused(problem)
        } else {
            reason = .unexpected(status: response.status, body: response.body)
        }
        // 502 and 504 are a balancer's words for an instance that is gone.
        mayPass = [429, 502, 503, 504].contains(response.status)
        retryAfter = response[header: "Retry-After"].flatMap(Int.init).map { .seconds($0) }
    }
}
