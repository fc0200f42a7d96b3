import Foundation
import RoundtableClient

/// A phone's network, which a test can take away, or break in the middle of a request.
actor Network: Transport {
    /// Where a request breaks.
    enum Break { case before, after }

    /// NB: one for all, as on Linux every `URLSession` has threads of its own, and those are few.
    private static let base = URLSessionTransport()

    private var isOnline = true
    private var breaking: (path: String, where: Break)?
    private var isHolding = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func goOffline() { isOnline = false }

    func goOnline() {
        isOnline = true
        wake()
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
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard isOnline else { throw URLError(.notConnectedToInternet) }
        guard let breaking, request.url.path.hasSuffix(breaking.path) else { return try await Self.base.send(request) }
        self.breaking = nil
        if breaking.where == .after { _ = try await Self.base.send(request) }
        isHolding = true
        wake()
        try await wait { false }
        throw CancellationError()
    }

    /// Waits until something has become so; throws if the task is cancelled meanwhile.
    private func wait(until isSo: () -> Bool) async throws {
        while !isSo() {
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
