import Foundation
import RoundtableAPI

extension RoundtableClient {
    /// Makes a call and reads its answer.
    func answer<Answer: Decodable>(to call: Call) async throws(RoundtableError) -> Answer {
        try read(try await response(to: call))
    }

    /// Makes a call, again if need be, until it succeeds or there is no more hope.
    func response(to call: Call) async throws(RoundtableError) -> TransportResponse {
        var failed = 0
        while true {
            do throws(FailedAttempt) {
                return try await attempt(call)
            } catch {
                failed += 1
                guard call.isRepeatable, error.mayPass,
                    let pause = retries.pause(afterAttempts: failed, retryAfter: error.retryAfter)
                else { throw error.reason }
                try await wait(pause)
            }
        }
    }

    /// Reads an answer, or says that it makes no sense.
    func read<Answer: Decodable>(_ response: TransportResponse) throws(RoundtableError) -> Answer {
        do {
            return try JSONDecoder.roundtable.decode(Answer.self, from: response.body)
        } catch {
            throw .unexpected(status: response.status, body: response.body)
        }
    }

    /// Waits, or stops if the task is cancelled.
    func wait(_ pause: Duration) async throws(RoundtableError) {
        do {
            try await retries.pause(pause)
        } catch {
            throw .cancelled
        }
    }

    private func attempt(_ call: Call) async throws(FailedAttempt) -> TransportResponse {
        let response: TransportResponse
        do {
            response = try await transport.send(await request(for: call))
        } catch {
            // NB: a transport may report a cancellation as an error of its own, so the task is asked instead.
            if Task.isCancelled { throw FailedAttempt(reason: .cancelled) }
            throw FailedAttempt(reason: .unreachable(error), mayPass: true)
        }
        if let failure = FailedAttempt(response) { throw failure }
        return response
    }

    private func request(for call: Call) async -> TransportRequest {
        var url = call.path.reduce(baseURL) { $0.appending(component: $1) }
        if !call.query.isEmpty { url.append(queryItems: call.query) }
        var headers = call.headers
        headers["Accept-Language"] = language
        if let credential = await credential() {
            headers["Authorization"] = "Bearer \(credential.rawValue)"
        }
        return TransportRequest(method: call.method, url: url, headers: headers, body: call.body, timeout: call.timeout)
    }
}
