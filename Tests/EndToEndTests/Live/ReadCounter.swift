import Foundation
import RoundtableClient
import Synchronization

/// Carries requests, and counts the held reads that each device has under way.
struct ReadCounter: Transport {
    /// The most that any device had at once.
    var most: Int { counts.most.withLock { $0 } }
    /// How many there are now, by device.
    var now: [String: Int] { counts.underWay.withLock { $0.filter { $0.value > 0 } } }

    private let counts = Counts()
    private let base = URLSessionTransport()

    private final class Counts: Sendable {
        let underWay = Mutex<[String: Int]>([:])
        let most = Mutex(0)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard request.url.query()?.hasPrefix("wait") == true, let device = request.headers["Participant"] else {
            return try await base.send(request)
        }
        let count = counts.underWay.withLock { underWay in
            underWay[device, default: 0] += 1
            return underWay[device, default: 0]
        }
        counts.most.withLock { $0 = max($0, count) }
        defer { counts.underWay.withLock { $0[device, default: 0] -= 1 } }
        return try await base.send(request)
    }
}
