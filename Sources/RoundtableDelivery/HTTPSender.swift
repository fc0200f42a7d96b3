import CCurl
import Foundation
import Synchronization

/// Sends HTTP requests by libcurl, on a thread of its own: all of them at once, over connections that are kept.
/// Redirects are not followed.
final class HTTPSender: Sendable {
    /// A POST request.
    struct Request: Sendable {
        let url: String
        let headers: [(name: String, value: String)]
        let body: [UInt8]
        /// Whether it is sent by HTTP/2, also without TLS.
        var isHTTP2 = false
    }

    /// The answer to a request.
    struct Response: Sendable {
        let status: Int
        /// The body, as far as it fits into 64 KiB.
        let body: [UInt8]
        /// The time that `Retry-After` asks for; nil for none.
        let retryAfterSeconds: Int?
    }

    /// Why a request got no answer, in libcurl's words.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The bytes of an answer that are kept.
    static let answerBytes = 64 << 10

    fileprivate struct State {
        var waiting: [Transfer] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// NB: but for waking it up, only the thread uses it.
    private nonisolated(unsafe) let multi: OpaquePointer
    private let authorities: String?
    private let timeLimit: Duration

    /// - Parameters:
    ///   - connections: the number of connections to a host at most.
    ///   - authorities: a file of the certificates, as PEM, that servers are trusted by; nil for the system's.
    ///   - timeLimit: the time within which a request is answered.
    init(connectionsToHost connections: Int, authorities: String? = nil, timeLimit: Duration) {
        self.authorities = authorities
        _ = Self.isPrepared
        self.timeLimit = timeLimit
        guard let multi = curl_multi_init() else { preconditionFailure("There is no memory for libcurl.") }
        self.multi = OpaquePointer(multi)
        _ = curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        let thread = Thread { [self] in run() }
        thread.name = "http-sender"
        thread.start()
    }

    /// Has libcurl prepare itself, once in a process, before any thread uses it.
    private static let isPrepared: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Sends a request.
    ///
    /// - Throws: `Failure`, if no answer comes in time.
    func send(_ request: Request) async throws -> Response {
        try await withCheckedThrowingContinuation { continuation in
            let transfer = Transfer(request, authorities: authorities, timeLimit: timeLimit, continuation)
            let isClosed = state.withLock { state in
                guard !state.isClosed else { return true }
                state.waiting.append(transfer)
                // NB: under the lock, as the thread ends libcurl's part once it has seen that the sender is closed.
                curl_multi_wakeup(UnsafeMutableRawPointer(multi))
                return false
            }
            if isClosed { transfer.fail("The instance stops.") }
        }
    }

    /// Ends all connections; what waits for an answer fails.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            curl_multi_wakeup(UnsafeMutableRawPointer(multi))
        }
    }

    // MARK: - The thread

    private func run() {
        let multi = UnsafeMutableRawPointer(multi)
        var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
        var connections = Connections()
        while true {
            let (next, isClosed) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.isClosed)
            }
            for transfer in next {
                guard transfer.begin(on: multi, over: connections) else {
                    transfer.leave(multi)
                    transfer.fail("libcurl takes no request.")
                    continue
                }
                transfers[transfer.handle] = transfer
            }
            if isClosed { break }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            var result = CURLE_OK
            while let handle = curl_next_done(multi, &result) {
                guard let transfer = transfers.removeValue(forKey: handle) else { continue }
                // NB: libcurl would give further requests to a connection of HTTP/2 that may be dead, as long as others
                // wait for an answer on it.
                if result == CURLE_OPERATION_TIMEDOUT, transfer.connections === connections {
                    connections = Connections()
                }
                transfer.leave(multi)
                transfer.end(result)
            }
            // NB: without descriptors, or memory, it would not wait.
            if curl_multi_poll(multi, nil, 0, 10_000, nil) != CURLM_OK { Thread.sleep(forTimeInterval: 0.1) }
        }
        for transfer in transfers.values {
            transfer.leave(multi)
            transfer.fail("The instance stops.")
        }
        curl_multi_cleanup(multi)
    }
}

/// Connections that requests share. They are closed when none of the requests is left.
private final class Connections {
    fileprivate let share: UnsafeMutableRawPointer

    init() {
        guard let share = curl_make_connections() else { preconditionFailure("There is no memory for libcurl.") }
        self.share = share
    }

    deinit { curl_share_cleanup(share) }
}

/// A request on its way. NB: made by who sends it, and from then on used by the sender's thread alone.
private final class Transfer: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
    /// The connections that it uses while it is on its way.
    private(set) var connections: Connections?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private let continuation: CheckedContinuation<HTTPSender.Response, any Error>

    init(
        _ request: HTTPSender.Request, authorities: String?, timeLimit: Duration,
        _ continuation: CheckedContinuation<HTTPSender.Response, any Error>
    ) {
        guard let handle = curl_easy_init() else { preconditionFailure("There is no memory for libcurl.") }
        self.handle = handle
        self.continuation = continuation
        // NB: libcurl would wait for permission to send more than 1 KiB.
        for (name, value) in request.headers + [(name: "expect", value: "")] {
            headers = curl_slist_append(headers, value.isEmpty ? "\(name):" : "\(name): \(value)")
        }
        curl_set_text(handle, CURLOPT_URL, request.url)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        if let authorities { curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
        // Notices within a minute that the server of an idle connection is gone. NB: `curl_easy_upkeep`, which sends
        // pings, does nothing for the connections of a multi handle.
        curl_set_number(handle, CURLOPT_TCP_KEEPALIVE, 1)
        curl_set_number(handle, CURLOPT_TCP_KEEPIDLE, 15)
        curl_set_number(handle, CURLOPT_TCP_KEEPINTVL, 5)
        curl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(timeLimit / .milliseconds(1)))
        if request.isHTTP2 {
            let isPlain = request.url.hasPrefix("http://")
            curl_set_number(
                handle, CURLOPT_HTTP_VERSION,
                isPlain ? Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE) : Int(CURL_HTTP_VERSION_2TLS))
            // A request waits for the connection that is being made, rather than make one of its own.
            curl_set_number(handle, CURLOPT_PIPEWAIT, isPlain ? 0 : 1)
            // NB: without TLS libcurl 7.88 uses a connection of HTTP/2 for one request only, and fails at a second one:
            // https://github.com/curl/curl/issues/10634
            curl_set_number(handle, CURLOPT_FORBID_REUSE, isPlain ? 1 : 0)
            curl_set_number(handle, CURLOPT_FRESH_CONNECT, isPlain ? 1 : 0)
        }
        curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        curl_set_number(handle, CURLOPT_POSTFIELDSIZE, request.body.count)
        request.body.withUnsafeBytes { bytes in
            _ = curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
        curl_set_receiver(
            handle,
            { bytes, size, count, receiver in
                guard let bytes, let receiver else { return 0 }
                let transfer = Unmanaged<Transfer>.fromOpaque(receiver).takeUnretainedValue()
                return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
    }

    /// Begins, and returns whether libcurl takes it.
    func begin(on multi: UnsafeMutableRawPointer, over connections: Connections) -> Bool {
        self.connections = connections
        curl_set_pointer(handle, CURLOPT_SHARE, connections.share)
        return curl_multi_add_handle(multi, handle) == CURLM_OK
    }

    /// Lets go of the connections.
    func leave(_ multi: UnsafeMutableRawPointer) {
        curl_multi_remove_handle(multi, handle)
        curl_set_pointer(handle, CURLOPT_SHARE, nil)
        connections = nil
    }

    /// Keeps what fits; more ends the transfer.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        let room = HTTPSender.answerBytes - body.count
        body += bytes.prefix(room)
        return bytes.count <= room ? bytes.count : 0
    }

    func end(_ result: CURLcode) {
        let isCutShort = result == CURLE_WRITE_ERROR && body.count == HTTPSender.answerBytes
        guard result == CURLE_OK || isCutShort else { return fail(String(cString: curl_easy_strerror(result))) }
        let seconds = Int(curl_retry_after(handle))
        continuation.resume(
            returning: HTTPSender.Response(
                status: curl_status(handle), body: body, retryAfterSeconds: seconds > 0 ? seconds : nil))
    }

    func fail(_ reason: String) { continuation.resume(throwing: HTTPSender.Failure(description: reason)) }
}
