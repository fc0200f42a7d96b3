import Foundation
import MessagesSimulator
import RoundtableClient
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries the apps' requests, and keeps the latest of them that the users of phones caused, with their answers.
final class RecordingTransport: Transport {
    private static let capacity = 300

    private struct State {
        var exchanges: [RecordedExchange] = []
        var count = 0
    }

    private let carrier = URLSessionTransport()
    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called after each exchange.
    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    /// Sends a request for ``Phone/current``; without one it is the page's own.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let device = Phone.current else { return try await carrier.send(request) }
        let start = ContinuousClock.now
        do {
            let answer = try await carrier.send(request)
            record(request, answer, of: device, since: start)
            return answer
        } catch {
            record(request, nil, of: device, since: start)
            throw error
        }
    }

    func exchanges(after number: Int) -> [RecordedExchange] {
        state.withLock { state in state.exchanges.filter { $0.number > number } }
    }

    subscript(number: Int) -> RecordedExchange? {
        state.withLock { state in state.exchanges.first { $0.number == number } }
    }

    private func record(
        _ request: TransportRequest, _ answer: TransportResponse?, of device: SimulatedDevice.ID,
        since start: ContinuousClock.Instant
    ) {
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        state.withLock { state in
            state.count += 1
            state.exchanges.append(
                RecordedExchange(
                    number: state.count, device: device, request: request, answer: answer, milliseconds: milliseconds))
            if state.exchanges.count > Self.capacity { state.exchanges.removeFirst() }
        }
        changed()
    }
}
