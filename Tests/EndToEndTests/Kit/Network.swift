import Foundation
import RoundtableClient

/// A phone's network, which a test can take away, or break in the middle of a request.
actor Network: Transport {
    /// Where a request breaks.
    enum Break { case before, after }

    private static let bell = Bell()

    private let base: URLSessionTransport
    private let news = Bell()
    private var isOnline = true
    private var breaking: (path: String, where: Break)?
    private var isHolding = false

    /// NB: the phones of a test share a transport, as on Linux every `URLSession` has threads of its own, and those are
    /// few.
    init(_ base: URLSessionTransport) { self.base = base }

    func goOffline() { isOnline = false }

    func goOnline() async {
        isOnline = true
        await news.ring()
    }

    /// Lets the next request to a path get stuck for good: before it arrives, or before its answer does.
    func hold(_ path: String, _ where: Break) { breaking = (path, `where`) }

    /// Waits until a request is stuck.
    func untilHeld() async throws {
        try await wait { isHolding }
    }

    /// Waits until there is a network; in place of pauses, so that no test takes longer than it must.
    func untilOnline() async throws {
        try await wait { isOnline }
        try Task.checkCancellation()
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard isOnline else { throw URLError(.notConnectedToInternet) }
        guard let breaking, request.url.path.hasSuffix(breaking.path) else { return try await pass(request) }
        self.breaking = nil
        if breaking.where == .after { _ = try await pass(request) }
        isHolding = true
        await news.ring()
        try await wait { false }
        throw CancellationError()
    }

    private func wait(until isSo: () -> Bool) async throws {
        while true {
            let count = await news.count
            if isSo() { return }
            try await news.wait(after: count)
        }
    }

    /// Passes a request on. A read that the service would hold is made again whenever a phone has written something:
    /// that no connection is held, and none has to be broken off, makes tests fast.
    private func pass(_ request: TransportRequest) async throws -> TransportResponse {
        guard let read = request.withoutWaiting else {
            let response = try await base.send(request)
            if request.method == "POST" { await Self.bell.ring() }
            return response
        }
        while true {
            let count = await Self.bell.count
            let response = try await base.send(read)
            if response.status != 304 { return response }
            try await Self.bell.wait(after: count)
        }
    }
}

/// Tells those who wait that something has happened.
private actor Bell {
    private(set) var count = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func ring() {
        count += 1
        wake()
    }

    /// Waits until it has rung more often; throws if the task is cancelled meanwhile.
    func wait(after known: Int) async throws {
        while count <= known {
            try Task.checkCancellation()
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting.append($0) }
            } onCancel: {
                Task { await self.wake() }
            }
        }
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

extension TransportRequest {
    /// The same read, answered at once; nil for any other request.
    fileprivate var withoutWaiting: TransportRequest? {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let items = parts.queryItems, items.contains(where: { $0.name == "wait" })
        else { return nil }
        parts.queryItems = items.filter { $0.name != "wait" }
        if parts.queryItems?.isEmpty == true { parts.queryItems = nil }
        guard let plain = parts.url else { return nil }
        var request = self
        request.url = plain
        return request
    }
}
