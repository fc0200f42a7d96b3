import Foundation
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

    /// Something that players are charged.
    private typealias Charge = (
        quota: Quota, rate: any WritableKeyPath<Quotas, Quotas.Rate> & Sendable,
        charge: @Sendable (Usage, PlayerID) async throws -> Void
    )

    private static let charges: [Charge] = [
        (.sessions, \.sessions, { try await $0.createSession(by: $1) { _ in 0 } }),
        (.drafts, \.drafts, { try $0.makeDraft(by: $1, in: SessionID(.numbered(1))) }),
        (.freshMessages, \.freshMessages, { try $0.makeFreshMessage(by: $1, in: SessionID(.numbered(1))) }),
        (.claims, \.claims, { try $0.askForSeat(by: $1, in: SessionID(.numbered(1))) }),
        (.devices, \.devices, { try $0.addDevice(of: $1) }),
        (.linkCodes, \.linkCodes, { try $0.enterLinkCode(by: $1) }),
    ]

    @Test("an address has as much as five players, however many there are", arguments: charges.indices)
    func addresses(of index: Int) async throws {
        let (name, member, charge) = Self.charges[index]
        let usage = usage { $0[keyPath: member] = .init(atOnce: 2, anHour: 1) }
        func ask(_ player: Int, from address: ClientAddress) async throws -> Quota? {
            try await Payer.$current.withValue(Payer(usage: usage, address: address)) {
                try await quota { try await charge(usage, .numbered(player)) }
            }
        }
        for player in 0..<10 { #expect(try await ask(player, from: here) == nil) }
        #expect(try await ask(10, from: here) == name)
        #expect(try await ask(11, from: there) == nil)
    }

    @Test("so many pictures are drawn for an address")
    func pictures() async throws {
        let usage = usage { $0.pictures = .init(atOnce: 2, anHour: 1) }
        for _ in 0..<2 { try usage.drawPicture(from: here) }
        #expect(try await quota { try usage.drawPicture(from: here) } == .pictures)
        try usage.drawPicture(from: there)
    }

    @Test("its bytes are those of five players, too, counted one by one")
    func bytes() throws {
        let usage = usage { $0.playerBytes = 1000 }
        let payer = Payer(usage: usage, address: here)
        for _ in 0..<50 { try payer.take(bytes: 100) }
        let refusal = #expect(throws: ServiceError.self) { try payer.take(bytes: 100) }
        #expect(refusal?.quota == .playerBytes && (1...86_400).contains(refusal?.retryAfter ?? 0))
        try Payer(usage: usage, address: there).take(bytes: 100)
        // A player in whose name nothing large was written is not charged in the database.
        let charge = try Payer.$current.withValue(Payer(usage: usage, address: there)) {
            try ByteAllowance(ofPlayer: 1000).charge(of: 100, to: .numbered(1), at: .now)
        }
        #expect(charge == nil)
    }

    @Test("the table of docs/quotas.md says who is charged how much")
    func table() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../docs/quotas.md").standardized
        let document = try String(contentsOf: file, encoding: .utf8)
        func number(_ value: Int) -> String { value.formatted(.number.locale(Locale(identifier: "en_US"))) }
        func text(_ rate: Quotas.Rate, times factor: Int = 1) -> String {
            let (atOnce, anHour) = (factor * rate.atOnce, factor * rate.anHour)
            return "\(number(atOnce)), and \(number(anHour)) an hour"
        }
        let quotas = Quotas()
        var rows = Self.charges.filter { $0.0 != .linkCodes }.flatMap { name, member, _ in
            [(name, "a player", text(quotas[keyPath: member]))]
        }
        rows += Self.charges.map { ($0.0, "an address", text(quotas[keyPath: $0.1], times: Quotas.playersOfAddress)) }
        rows += [
            (.drafts, "a player in one session", text(quotas.draftsOfSession)),
            (.freshMessages, "a player in one session", text(quotas.freshMessagesOfSession)),
            (.claims, "a player in one session", text(quotas.claimsOfSession)),
            (.players, "an address", text(quotas.players)), (.pictures, "an address", text(quotas.pictures)),
            (.sessionBytes, "a session's history", "\(quotas.sessionBytes >> 20) MiB"),
            (.playerBytes, "a player", "\(quotas.playerBytes >> 20) MiB a day"),
            (.playerBytes, "an address", "\(Quotas.playersOfAddress * quotas.playerBytes >> 20) MiB a day"),
        ]
        // A row without a name belongs to the one above.
        var (name, found) = ("", Set<String>())
        for line in document.split(separator: "\n") where line.hasPrefix("|") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 3 else { continue }
            if !cells[1].isEmpty { name = cells[1].filter { $0 != "`" } }
            found.insert("\(name) | \(cells[2]) | \(cells[3])")
        }
        let expected = rows.map { "\($0.rawValue) | \($1) | \($2)" }
        #expect(expected.filter { !found.contains($0) } == [])
        for name in Quota.allCases where name != .unknown {
            #expect(found.contains { $0.hasPrefix("\(name.rawValue) | ") }, "\(name)")
        }
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
        #expect(numbers(Quotas()).count == 40)
        #expect(numbers(Quotas().times(3)) == numbers(Quotas()).map { $0 * 3 })
    }
}
