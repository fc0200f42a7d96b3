import Foundation
import RoundtableJSON
import RoundtableModel

extension RoundtableClient {
    func answer<Answer: JSONReadable>(to call: ClientCall) async throws(RoundtableError) -> Answer {
        try read(try await response(to: call))
    }

    /// Makes a call, again if need be, until it succeeds or there is no more hope.
    func response(to call: ClientCall) async throws(RoundtableError) -> TransportResponse {
        try await retrying(call) { request in
            let response = try await transport.send(request)
            return (response, response)
        }
    }

    /// Makes a call whose answer may never end; what breaks off later is not repeated here.
    func chunks(of call: ClientCall) async throws(RoundtableError) -> AsyncThrowingStream<Data, any Error> {
        try await retrying(call) { request in
            let stream = try await transport.stream(request)
            guard stream.head.status != 200 else { return (stream.head, stream.chunks) }
            var head = stream.head
            head.body = try await stream.chunks.reduce(into: Data()) { $0 += $1 }
            return (head, stream.chunks)
        }
    }

    func read<Answer: JSONReadable>(_ response: TransportResponse) throws(RoundtableError) -> Answer {
        do {
            return try Answer(json: Array(response.body))
        } catch {
            throw .unexpected(status: response.status, body: response.body)
        }
    }

    func wait(_ pause: Duration) async throws(RoundtableError) {
        do {
            try await retries.pause(pause)
        } catch {
            throw .cancelled
        }
    }

    private func retrying<Answer>(
        _ call: ClientCall, _ send: (TransportRequest) async throws -> (head: TransportResponse, answer: Answer)
    ) async throws(RoundtableError) -> Answer {
        if call.needsPlayer { try await ensurePlayer() }
        var failed = 0
        while true {
            do throws(FailedAttempt) {
                return try await attempt(call, send)
            } catch {
                failed += 1
                guard call.isRepeatable, error.mayPass,
                    let pause = retries.pause(afterAttempts: failed, retryAfter: error.retryAfter)
                else { throw error.reason }
                try await wait(pause)
            }
        }
    }

    private func attempt<Answer>(
        _ call: ClientCall, _ send: (TransportRequest) async throws -> (head: TransportResponse, answer: Answer)
    ) async throws(FailedAttempt) -> Answer {
        let (head, answer): (TransportResponse, Answer)
        do {
            (head, answer) = try await send(await request(for: call))
        } catch {
            // NB: a transport may report a cancellation as an error of its own, so the task is asked instead.
            if Task.isCancelled { throw FailedAttempt(reason: .cancelled) }
            throw FailedAttempt(reason: .unreachable(error), mayPass: true)
        }
        if let failure = FailedAttempt(head) { throw failure }
        return answer
    }

    private func request(for call: ClientCall) async -> TransportRequest {
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

/// Why one attempt at a call failed, and whether another one might do better.
struct FailedAttempt: Error {
    let reason: RoundtableError
    var mayPass = false
    var retryAfter: Duration?
}

extension FailedAttempt {
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
