import Testing
import TestSupport

@testable import Roundtable

@Suite("What players and addresses use")
struct UsageTests {
    private let session = SessionID(.numbered(1))
    private let here = [UInt8](repeating: 1, count: 4).withUnsafeBytes { ClientAddress(bytes: $0) }
    private let there = [UInt8](repeating: 2, count: 4).withUnsafeBytes { ClientAddress(bytes: $0) }

    private func usage(_ change: (inout Quotas) -> Void) -> Usage {
        var quotas = Quotas()
        change(&quotas)
        return Usage(quotas, ServiceMetrics())
    }

    private func quota(_ body: () async throws -> Void) async throws -> Quota? {
        do {
            try await body()
            return nil
        } catch let error as ServiceError {
            #expect(error.code == .rateLimited && error.retryAfter ?? 0 > 0)
            return error.quota
        }
    }

    @Test("a player holds so many reads at once, whose places are free again when they end")
    func player() async throws {
        let usage = usage { $0.heldReads.ofPlayer = 2 }
        var places = try (0..<2).map { _ in try usage.holdRead(by: .numbered(1), from: here) }
        #expect(try await quota { _ = try usage.holdRead(by: .numbered(1), from: there) } == .heldReads)
        #expect(try await quota { _ = try usage.openStream(by: .numbered(1), from: here) } == nil)
        #expect(try await quota { _ = try usage.holdRead(by: .numbered(2), from: here) } == nil)
        places.removeLast()
        #expect(try await quota { _ = try usage.holdRead(by: .numbered(1), from: here) } == nil)
        #expect(places.count == 1)
    }

    @Test("so do those of one address, and all of an instance", arguments: [false, true])
    func others(isOfInstance: Bool) async throws {
        let member = isOfInstance ? \Quotas.Holding.ofInstance : \.ofAddress
        let usage = usage { $0.streams[keyPath: member] = 2 }
        let places = try (0..<2).map { try usage.openStream(by: .numbered($0), from: here) }
        #expect(try await quota { _ = try usage.openStream(by: .numbered(9), from: here) } == .streams)
        let elsewhere = try await quota { _ = try usage.openStream(by: .numbered(9), from: there) }
        #expect(elsewhere == (isOfInstance ? .streams : nil))
        #expect(places.count == 2)
    }

    @Test("so do those who look on at one session, whose places are free again, too")
    func lookingOn() async throws {
        let usage = usage { $0.streams.ofSession = 2 }
        var places = try (0..<3).map { try usage.openStream(by: .numbered($0), from: here) }
        for place in places.prefix(2) { try usage.lookOn(at: session, from: place) }
        #expect(try await quota { try usage.lookOn(at: session, from: places[2]) } == .streams)
        #expect(try await quota { try usage.lookOn(at: SessionID(.numbered(2)), from: places[2]) } == nil)
        places.removeFirst()
        #expect(try await quota { try usage.lookOn(at: session, from: places[1]) } == nil)
    }

    @Test("drafts and fresh messages are limited in one session and in all")
    func drafts() async throws {
        let usage = usage { quotas in
            quotas.drafts = .init(atOnce: 3, anHour: 1)
            quotas.draftsOfSession = .init(atOnce: 2, anHour: 1)
        }
        let other = SessionID(.numbered(2))
        for _ in 0..<2 { try usage.makeDraft(by: .numbered(1), in: session) }
        #expect(try await quota { try usage.makeDraft(by: .numbered(1), in: session) } == .drafts)
        #expect(try await quota { try usage.makeDraft(by: .numbered(1), in: other) } == nil)
        #expect(try await quota { try usage.makeDraft(by: .numbered(1), in: other) } == .drafts)
        #expect(try await quota { try usage.makeDraft(by: .numbered(2), in: session) } == nil)
    }

    @Test("requests for seats are limited in one session and in all")
    func claims() async throws {
        let usage = usage { quotas in
            quotas.claims = .init(atOnce: 3, anHour: 1)
            quotas.claimsOfSession = .init(atOnce: 2, anHour: 1)
        }
        let other = SessionID(.numbered(2))
        for _ in 0..<2 { try usage.askForSeat(by: .numbered(1), in: session) }
        #expect(try await quota { try usage.askForSeat(by: .numbered(1), in: session) } == .claims)
        #expect(try await quota { try usage.askForSeat(by: .numbered(1), in: other) } == nil)
        #expect(try await quota { try usage.askForSeat(by: .numbered(1), in: other) } == .claims)
        #expect(try await quota { try usage.askForSeat(by: .numbered(2), in: session) } == nil)
    }

    @Test("so many times as much is so many times as much of everything")
    func times() {
        func numbers(_ value: Any) -> [Int] {
            let children = Mirror(reflecting: value).children
            return children.isEmpty ? [value as? Int].compactMap(\.self) : children.flatMap { numbers($0.value) }
        }
        #expect(numbers(Quotas()).count == 28)
        #expect(numbers(Quotas().times(3)) == numbers(Quotas()).map { $0 * 3 })
    }
}
