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

    @Test("readers of pages use up nobody's streams but their own, of an address, an instance and a session")
    func pages() async throws {
        for member in [\Quotas.Holding.ofInstance, \.ofAddress] {
            let usage = usage { $0.pageStreams[keyPath: member] = 2 }
            let places = try (0..<2).map { _ in try usage.openPageStream(from: here) }
            #expect(try await quota { _ = try usage.openPageStream(from: here) } == .pageStreams)
            #expect(try await quota { _ = try usage.openStream(by: .numbered(1), from: here) } == nil)
            #expect(places.count == 2)
        }
        let usage = usage { $0.pageStreams.ofSession = 1 }
        let places = try (0..<2).map { _ in try usage.openPageStream(from: here) }
        try usage.lookOn(at: session, from: places[0])
        #expect(try await quota { try usage.lookOn(at: session, from: places[1]) } == .pageStreams)
        let stream = try usage.openStream(by: .numbered(1), from: here)
        #expect(try await quota { try usage.lookOn(at: session, from: stream) } == nil)
    }

    /// An IPv6 address in a site of 48 bits.
    private func address(site: UInt8, network: UInt16) -> ClientAddress {
        let bytes: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, site, UInt8(network >> 8), UInt8(network & 255)]
        return (bytes + [UInt8](repeating: 7, count: 8)).withUnsafeBytes { ClientAddress(bytes: $0) }
    }

    @Test("whoever has many networks of IPv6 uses more than one address, but not as much as all of them")
    func networks() throws {
        for allowance in [1, 3] {
            let usage = usage { quotas in
                quotas.players = .init(atOnce: allowance, anHour: 1)
                quotas.heldReads.ofAddress = allowance
            }
            // A /64, all /64 of a /56, and all of a /48, each asking as often as it can.
            for (networks, share) in [(0..<1, 1), (0..<256, 4), (0..<2048, 16)] as [(Range<UInt16>, Int)] {
                let site = UInt8(share)
                var (made, places) = (0, [Place]())
                for network in networks {
                    for _ in 0...allowance {
                        let address = address(site: site, network: network)
                        do { try usage.makePlayer(from: address) } catch { continue }
                        made += 1
                    }
                    for _ in 0...allowance {
                        guard
                            let place = try? usage.holdRead(
                                by: .numbered(places.count), from: address(site: site, network: network))
                        else { continue }
                        places.append(place)
                    }
                }
                #expect(made == share * allowance && places.count == share * allowance)
            }
        }
    }

    @Test("neighbours of a network of IPv6 that asks too often have all that is theirs", arguments: [1, 3])
    func neighbours(allowance: Int) throws {
        let usage = usage { $0.players = .init(atOnce: allowance, anHour: 1) }
        for _ in 0..<100 { try? usage.makePlayer(from: address(site: 99, network: 0)) }
        for _ in 0..<allowance { try usage.makePlayer(from: address(site: 99, network: 1)) }
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
        #expect(numbers(Quotas()).count == 34)
        #expect(numbers(Quotas().times(3)) == numbers(Quotas()).map { $0 * 3 })
    }
}
