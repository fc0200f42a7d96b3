import Foundation
import Roundtable
import RoundtableStore
import Synchronization
import TestSupport
import Testing

/// The whole service behind HTTP on a port of its own, over the database of the running test.
struct LiveService: Sendable {
    /// Where it answers.
    let url: URL
    /// Where it keeps everything, to be asked behind its back.
    let store: PostgresStore
    private let service: RoundtableService
    private let time: Time

    /// Serves for as long as the body runs.
    static func run(_ body: @Sendable (LiveService) async throws -> Void) async throws {
        let store = try TestDatabase.current.store
        let time = Time()
        let context = ServiceContext(
            games: .testing, keys: try .ofTests, publicURL: "https://table.example", limits: time.limits,
            now: { time.now })
        let service = RoundtableService(store: store, context: context)
        try await serving(service) { port in
            let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
            try await body(LiveService(url: url, store: store, service: service, time: time))
        }
    }

    /// Puts the clock forward by the time in which a claim can be vetoed, and lets happen what is due then.
    func letTimePass() async throws {
        time.passReclaim()
        try await service.claims.sweep()
    }
}

/// The time of a service that can be put forward; claims take so little of it that nothing else ends meanwhile.
private final class Time: Sendable {
    private let ahead = Mutex(0)

    var limits: ServiceContext.Limits {
        var limits = ServiceContext.Limits()
        limits.reclaimSeconds = 600
        return limits
    }

    var now: Date { Date().adding(seconds: ahead.withLock { $0 }) }

    func passReclaim() { ahead.withLock { $0 += limits.reclaimSeconds } }
}
