import Foundation
import RoundtableJSON
import RoundtableModel
import RoundtableClient
import RoundtableTestTools
import Testing

/// A service with one session, which holds reads until the test changes it.
actor HeldTransport: Transport {
    /// The queries of the reads so far.
    private(set) var asked: [String?] = []
    /// As whom they were made.
    private(set) var participants: Set<String> = []
    /// How many reads are under way: held, or on their way to an answer or a failure.
    private(set) var underWay = 0
    /// The most reads that were under way at once.
    private(set) var mostAtOnce = 0
    /// How many reads are held now.
    var held: Int { waiting.count }

    private var revision: Int
    private var isReachable = true
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]

    init(revision: Int) { self.revision = revision }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        asked.append(request.url.query())
        if let participant = request.headers["Participant"] { participants.insert(participant) }
        underWay += 1
        mostAtOnce = max(mostAtOnce, underWay)
        defer { underWay -= 1 }
        guard isReachable else { throw URLError(.notConnectedToInternet) }
        if request.url.query() != nil { try await hold(asked.count) }
        return TransportResponse(
            status: 200, headers: ["ETag": "\"\(revision)\""], body: Data(Sample.view(revision: revision).utf8))
    }

    /// Changes the session, and answers who waits.
    func change(to revision: Int) {
        self.revision = revision
        release { $0.resume() }
    }

    /// Breaks off what is held, and lets nothing through.
    func breakOff() {
        isReachable = false
        release { $0.resume(throwing: URLError(.networkConnectionLost)) }
    }

    /// Lets everything through again.
    func restore(revision: Int) {
        isReachable = true
        self.revision = revision
    }

    /// Returns as soon as something holds.
    func until(
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: @Sendable (isolated HeldTransport) -> Bool
    ) async throws {
        try await eventually("what the service is waited for", sourceLocation: sourceLocation) { condition(self) }
    }

    private func hold(_ number: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting[number] = $0 }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }

    private func release(_ resume: (CheckedContinuation<Void, any Error>) -> Void) {
        let released = waiting.values
        waiting = [:]
        for continuation in released { resume(continuation) }
    }
}

/// Pauses that last until they are cancelled.
actor OpenPauses {
    private var taken = 0

    func take() async throws {
        taken += 1
        try await Task.sleep(for: .seconds(3600))
    }

    func untilTaken(_ count: Int) async throws {
        try await eventually("\(count) pauses") { taken >= count }
    }
}

extension RoundtableClient {
    /// A client of a service that holds reads.
    static func patient(_ transport: HeldTransport, pausing pauses: OpenPauses? = nil) throws -> RoundtableClient {
        let retries = RetryPolicy(attempts: 1, pause: { _ in try await pauses?.take() }, jitter: { 1 })
        let url = try #require(URL(string: "https://play.example.com"))
        return RoundtableClient(baseURL: url, credential: nil, transport: transport, retries: retries)
    }
}

extension Sample {
    /// The session as an answer shows it.
    static func shown(revision: Int) throws -> SessionView {
        try SessionView(json: Array(view(revision: revision).utf8))
    }
}
